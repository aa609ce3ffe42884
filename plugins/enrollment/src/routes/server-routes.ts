import { Type } from '@sinclair/typebox'
import { data, notFound, Ok, ok, type Role, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Announcements } from '../announcements.ts'
import type { HiddenServers } from '../hidden-servers.ts'
import type { Offers } from '../offers.ts'
import type { Onboard } from '../onboarding.ts'
import type { UpdateProfile } from '../profile-update.ts'
import type { RemoveServers } from '../removal.ts'
import type { ListAnswer } from '../server-list.ts'
import { OnboardBody, Onboarded, ServerParams, ServerRecord, UpdateBody } from '../server-schema.ts'
import { type LiveCapabilities, serverRecord } from '../server-view.ts'
import type { ServersStore } from '../servers-store.ts'
import { byUser } from './acting.ts'

export interface ServerRoutesDependencies {
  readonly servers: ServersStore
  readonly offers: Offers
  readonly hidden: HiddenServers
  readonly audit: Audit
  readonly announce: Announcements
  readonly onboard: Onboard
  readonly update: UpdateProfile
  readonly remove: RemoveServers
  list(role: Role): ListAnswer
  live(serverId: string): LiveCapabilities | undefined
}

/** What clients call a server until somebody names it. */
const placeholder = 'New Server'

export const serverRoutes = (deps: ServerRoutesDependencies): Routes => {
  const { servers, offers, hidden, audit, announce, onboard, update, remove, list, live } = deps

  const record = (id: string, role: Role) => {
    const row = hidden.visible(id, role) ? servers.get(id) : undefined
    if (!row) throw notFound('no such server')
    return serverRecord(row, offers.outstanding(id), live(id), role)
  }

  return async (app) => {
    app.get(
      '/api/servers',
      {
        config: { access: 'member' },
        schema: {
          summary: 'All servers, by weight and then newest first; carries an ETag',
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
      '/api/servers/:id',
      {
        config: { access: 'member' },
        schema: { summary: 'One server', params: ServerParams, response: { 200: data(ServerRecord) } },
      },
      async (req) => ({ data: record(req.params.id, req.principal.role) }),
    )

    app.post(
      '/api/servers',
      {
        config: { access: 'admin' },
        schema: {
          summary:
            'Onboards a server: profile, tags, default probes and its first enrollment offer, once per request id',
          body: OnboardBody,
          response: { 200: data(Onboarded) },
        },
      },
      async (req) => ({
        data: onboard(req.body, req.principal.userId, byUser(req.principal, 'create-server')),
      }),
    )

    app.put(
      '/api/servers/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Changes the fields that are present; null clears',
          params: ServerParams,
          body: UpdateBody,
          response: { 200: data(ServerRecord) },
        },
      },
      async (req) => {
        const { id } = req.params
        const { before, difference } = update(id, req.body)
        if (Object.keys(difference).length > 0) {
          announce.edited(id, difference)
          const detail = { server_id: id, name: before.name, changes: difference }
          audit.write({ userId: req.principal.userId, action: 'server_updated', detail, ip: req.ip })
        }
        return { data: record(id, 'admin') }
      },
    )

    app.delete(
      '/api/servers/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Deletes a server with all its data', params: ServerParams, response: { 200: Ok } },
      },
      async (req) => {
        const [gone] = remove([req.params.id], byUser(req.principal, 'delete-server'))
        if (!gone) throw notFound('no such server')
        const detail = { id: gone.id, name: gone.name }
        audit.write({ userId: req.principal.userId, action: 'server_deleted', detail, ip: req.ip })
        return ok
      },
    )

    app.delete(
      '/api/servers/cleanup',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes servers that still have the placeholder name, never reported and are not connected',
          response: { 200: data(Type.Object({ deleted_count: Type.Integer() })) },
        },
      },
      async (req) => {
        const orphans = servers.list().filter((row) => row.name === placeholder && row.os === null && !live(row.id))
        const ids = orphans.map((row) => row.id)
        remove(ids, { kind: 'system', id: null, source: 'system:orphan-cleanup' })
        audit.write({ userId: req.principal.userId, action: 'server_cleanup', detail: { ids }, ip: req.ip })
        return { data: { deleted_count: ids.length } }
      },
    )
  }
}
