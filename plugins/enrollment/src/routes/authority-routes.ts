import { Type } from '@sinclair/typebox'
import { cutPage, data, formatCursor, linkNext, pageOf, parseCursor, type Routes, toTimestamp } from '@svc/plugin-sdk'
import { AgentAuthority } from '@svc/protocol'
import { userActor } from '../actor.ts'
import type { Authority } from '../authority.ts'
import type { EventsStore } from '../events-store.ts'
import type { HiddenServers } from '../hidden-servers.ts'
import { defaultTtlSeconds } from '../offers.ts'
import { AuthorityEvent, EventsQuery, IssuedOffer, OfferParams, ServerParams, TtlSeconds } from '../server-schema.ts'

export interface AuthorityRoutesDependencies {
  readonly authority: Authority
  readonly events: EventsStore
  readonly hidden: HiddenServers
}

const Issued = data(Type.Object({ enrollment: IssuedOffer }))

export const authorityRoutes =
  ({ authority, events, hidden }: AuthorityRoutesDependencies): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/agent-authority',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Whether an agent has claimed the server, and the outstanding offer',
          params: ServerParams,
          response: { 200: data(AgentAuthority) },
        },
      },
      async (req) => ({ data: authority.of(req.visibleServer.id) }),
    )

    app.get(
      '/api/agent-authority/events',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Authority events of a server, newest first; also of deleted servers',
          querystring: EventsQuery,
          response: { 200: pageOf(AuthorityEvent) },
        },
      },
      async (req, reply) => {
        const { server_id, limit: wanted = 100, cursor } = req.query
        const [before] = parseCursor(cursor, 1) ?? []
        if (!hidden.isVisible(server_id, req.principal.role)) return { data: [] }
        const limit = Math.min(Math.max(wanted, 1), 500)
        const found = events.page(server_id, limit + 1, before)
        const { rows, next } = cutPage(found, limit, ({ number }) => formatCursor(number))
        linkNext(reply, { cursor: next })
        return { data: rows.map(({ number: _, ...row }) => ({ ...row, created_at: toTimestamp(row.created_at) })) }
      },
    )

    app.post(
      '/api/servers/:id/agent-authority/re-enrollment',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Starts re-enrollment of a claimed server; mode emergency revokes the current agent immediately',
          params: ServerParams,
          body: Type.Object({
            mode: Type.Union([Type.Literal('graceful'), Type.Literal('emergency')]),
            ttl_secs: TtlSeconds,
          }),
          response: { 200: Issued },
        },
      },
      async (req) => {
        const { mode, ttl_secs: seconds = defaultTtlSeconds } = req.body
        const actor = userActor(req.principal, 'begin-re-enrollment')
        return { data: { enrollment: authority.reEnroll(req.params.id, mode, seconds, actor) } }
      },
    )

    app.post(
      '/api/servers/:id/agent-authority/offers',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Issues an offer for an unclaimed server; the code is shown once',
          params: ServerParams,
          body: Type.Optional(Type.Union([Type.Null(), Type.Object({ ttl_secs: TtlSeconds })])),
          response: { 200: Issued },
        },
      },
      async (req) => {
        const actor = userActor(req.principal, 'issue-enrollment-offer')
        const seconds = req.body?.ttl_secs ?? defaultTtlSeconds
        return { data: { enrollment: authority.issue(req.params.id, seconds, actor) } }
      },
    )

    app.post(
      '/api/servers/:id/agent-authority/offers/:offer_id/replace',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Replaces this offer if it is still outstanding; the new code is shown once',
          params: OfferParams,
          response: { 200: Issued },
        },
      },
      async (req) => {
        const { id, offer_id } = req.params
        return {
          data: { enrollment: authority.replace(id, offer_id, userActor(req.principal, 'replace-enrollment-offer')) },
        }
      },
    )

    app.delete(
      '/api/servers/:id/agent-authority/offers/:offer_id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Revokes this offer if it is still outstanding',
          params: OfferParams,
          response: { 200: data(Type.Object({ offer_id: Type.String(), already_revoked: Type.Boolean() })) },
        },
      },
      async (req) => {
        const { id, offer_id } = req.params
        authority.revokeOffer(id, offer_id, userActor(req.principal, 'revoke-enrollment-offer'))
        return { data: { offer_id, already_revoked: false } }
      },
    )

    app.delete(
      '/api/servers/:id/agent-authority',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Revokes the run token and any offer, and disconnects the agent',
          params: ServerParams,
          response: { 200: data(Type.Object({ server_id: Type.String(), changed: Type.Boolean() })) },
        },
      },
      async (req) => {
        const { id } = req.params
        return {
          data: { server_id: id, changed: authority.revoke(id, userActor(req.principal, 'revoke-agent-authority')) },
        }
      },
    )
  }
