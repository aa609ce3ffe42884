import { Type } from '@sinclair/typebox'
import { data, Ok, ok, type Role, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { FullSync } from '@svc/protocol'
import { userActor } from '../actor.ts'
import type { Offers } from '../offers.ts'
import type { Onboard } from '../onboarding.ts'
import type { UpdateProfile } from '../profile-update.ts'
import type { RemoveServers } from '../removal.ts'
import type { CachedResponse } from '../server-list.ts'
import { OnboardBody, Onboarded, ServerParams, ServerRecord, UpdateBody } from '../server-schema.ts'
import { type LiveCapabilities, serverRecord } from '../server-view.ts'
import type { ServerRow, ServersStore } from '../servers-store.ts'

export interface ServerRoutesDependencies {
  readonly servers: ServersStore
  readonly offers: Offers
  readonly audit: Audit
  readonly onboard: Onboard
  readonly update: UpdateProfile
  readonly remove: RemoveServers
  list(role: Role): CachedResponse
  /** JSON */
  liveList(role: Role): string
  getConnection(serverId: string): LiveCapabilities | undefined
}

/** The name that clients give to a server that has not been named yet. */
const placeholderName = 'New Server'

export const serverRoutes = (deps: ServerRoutesDependencies): Routes => {
  const { servers, offers, audit, onboard, update, remove, list, liveList, getConnection } = deps

  const record = (id: string, role: Role) =>
    serverRecord(servers.require(id), offers.outstanding(id), getConnection(id), role)

  return async (app) => {
    app.get(
      '/api/servers',
      {
        config: { access: 'member' },
        schema: {
          summary: 'All servers, by weight and then newest first; with an ETag',
          response: { 200: data(Type.Array(ServerRecord)) },
        },
      },
      async (req, reply) => {
        const { body, etag } = list(req.principal.role)
        reply.header('etag', etag).header('cache-control', 'private, no-cache')
        if (req.headers['if-none-match']?.includes(etag)) return reply.code(304 as 200).send(undefined as never)
        return reply.type('application/json; charset=utf-8').send(body as never)
      },
    )

    app.get(
      '/api/servers/live',
      {
        config: { access: 'member' },
        schema: {
          summary: 'All servers with their latest metrics, as the live socket sends them first',
          response: { 200: data(Type.Object({ type: Type.Literal('full_sync'), ...FullSync.schema.properties })) },
        },
      },
      async (req, reply) =>
        reply.type('application/json; charset=utf-8').send(`{"data":${liveList(req.principal.role)}}` as never),
    )

    app.get(
      '/api/servers/:id',
      {
        config: { access: 'member', server: 'id' },
        schema: { summary: 'One server', params: ServerParams, response: { 200: data(ServerRecord) } },
      },
      async (req) => ({ data: record(req.visibleServer.id, req.principal.role) }),
    )

    app.post(
      '/api/servers',
      {
        config: { access: 'admin' },
        schema: {
          summary:
            'Creates a server with profile, tags, default probes and a first enrollment offer; idempotent per request id',
          body: OnboardBody,
          response: { 200: data(Onboarded) },
        },
      },
      async (req) => ({
        data: onboard(req.body, req.principal.userId, userActor(req.principal, 'create-server')),
      }),
    )

    app.put(
      '/api/servers/:id',
      {
        config: { access: 'admin', server: 'id' },
        schema: {
          summary: 'Updates the fields that are present; null clears a field',
          params: ServerParams,
          body: UpdateBody,
          response: { 200: data(ServerRecord) },
        },
      },
      async (req) => {
        const { id } = req.visibleServer
        audit.act(
          req,
          'server_updated',
          () => update(id, req.body),
          ({ before, difference }) =>
            Object.keys(difference).length > 0 ? { server_id: id, name: before.name, changes: difference } : undefined,
        )
        return { data: record(id, 'admin') }
      },
    )

    app.delete(
      '/api/servers/:id',
      {
        config: { access: 'admin', server: 'id' },
        schema: { summary: 'Deletes a server with all its data', params: ServerParams, response: { 200: Ok } },
      },
      async (req) => {
        const { id, name } = req.visibleServer
        const actor = userActor(req.principal, 'delete-server')
        audit.act(
          req,
          'server_deleted',
          () => remove([id], actor),
          () => ({ id, name }),
        )
        return ok
      },
    )

    app.delete(
      '/api/servers/cleanup',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes servers that still have the placeholder name, have never reported and are not connected',
          response: { 200: data(Type.Object({ deleted_count: Type.Integer() })) },
        },
      },
      async (req) => {
        const isUnused = (row: ServerRow) => row.name === placeholderName && row.os === null && !getConnection(row.id)
        const removeUnused = () => {
          const ids = servers.list().filter(isUnused)
          return remove(
            ids.map(({ id }) => id),
            { kind: 'system', id: null, source: 'system:orphan-cleanup' },
          )
        }
        const deleted = audit.act(req, 'server_cleanup', removeUnused, (rows) => ({ ids: rows.map(({ id }) => id) }))
        return { data: { deleted_count: deleted.length } }
      },
    )
  }
}
