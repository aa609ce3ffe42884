import { type Static, Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import {
  badQuery,
  cutPage,
  data,
  formatCursor,
  linkNext,
  Nullable,
  notFound,
  OneOf,
  PageCursor,
  type Principal,
  parseCursor,
  parseEnd,
  parseInstant,
  QueryInstant,
  type Routes,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { canonicalAddress } from '@svc/probe-target'
import type { EventCounts } from './events/count-events.ts'
import { EventCount, HourCount, SecurityEvent, SecurityEventPage, SecurityHostStatus } from './events/event-schema.ts'
import { eventView } from './events/event-view.ts'
import { type EventFilter, type EventRow, type EventsStore, groupColumns } from './events/events-store.ts'
import type { HostStatus } from './host-status.ts'
import { eventTypes, severities } from './wire.ts'

const access = { config: { access: 'member', errors: [404] } } as const

const filters = {
  server_id: Type.Optional(Type.String({ maxLength: 64, description: 'default: all servers that the user may see' })),
  event_type: Type.Optional(OneOf(...eventTypes)),
  severity: Type.Optional(OneOf(...severities)),
  source_ip: Type.Optional(Type.String({ maxLength: 64, description: 'address, in any notation' })),
  first_seen: Type.Optional(Type.Boolean({ description: 'only first sign-ins, or only others' })),
  since: Type.Optional(QueryInstant('time of arrival, inclusive')),
  until: Type.Optional(QueryInstant('time of arrival, inclusive')),
}
const Filters = Type.Object(filters)

/** Hours of a timeline: a quarter of a year. */
const maxHours = 92 * 24

interface Dependencies {
  readonly servers: Pick<Servers, 'require' | 'isVisible' | 'hiddenFrom'>
  readonly audit: Pick<Audit, 'act'>
  readonly store: EventsStore
  readonly counts: EventCounts
  readonly status: HostStatus
}

/** Stored events, their counts, and how hosts are watched. */
export const securityRoutes =
  ({ servers, audit, store, counts, status }: Dependencies): Routes =>
  async (app) => {
    function filterOf(query: Static<typeof Filters>, viewer: Principal): EventFilter {
      const { server_id, event_type, severity, first_seen } = query
      if (server_id !== undefined) servers.require(server_id, viewer)
      const source_ip = query.source_ip === undefined ? undefined : canonicalAddress(query.source_ip)
      if (query.source_ip !== undefined && source_ip === undefined) {
        throw badQuery('source_ip', 'kernel.FORMAT', { format: 'IP address' })
      }
      const since = query.since === undefined ? undefined : parseInstant('since', query.since)
      const until = query.until === undefined ? undefined : parseEnd('until', query.until)
      if (since !== undefined && until !== undefined && since > until) throw badQuery('since', 'kernel.RANGE_ORDER')
      const hidden = [...servers.hiddenFrom(viewer)]
      return { server_id, event_type, severity, source_ip, first_seen, since, until, hidden }
    }

    /** The event, if it exists for this user. */
    function requireEvent(id: string, viewer: Principal): EventRow {
      const row = /^[1-9]\d{0,14}$/.test(id) ? store.get(Number(id)) : undefined
      if (!row || !servers.isVisible(row.server_id, viewer)) throw notFound('security.UNKNOWN_EVENT')
      return row
    }

    app.get(
      '/api/security/events',
      {
        ...access,
        schema: {
          summary: 'Security events, the latest to arrive first',
          querystring: Type.Object({
            ...filters,
            limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
            cursor: PageCursor,
          }),
          response: { 200: data(SecurityEventPage) },
        },
      },
      async ({ query, principal }, reply) => {
        const { limit, cursor } = query
        const found = store.page(filterOf(query, principal), limit + 1, parseCursor(cursor, 2))
        const { rows, next } = cutPage(found, limit, ({ created_at, id }) => formatCursor(created_at, id))
        linkNext(reply, { cursor: next })
        return { data: { items: rows.map(eventView), next_cursor: next } }
      },
    )

    app.get(
      '/api/security/events/:id',
      {
        ...access,
        schema: {
          summary: 'A security event',
          params: Type.Object({ id: Type.String() }),
          response: { 200: data(SecurityEvent) },
        },
      },
      async ({ params, principal }) => ({ data: eventView(requireEvent(params.id, principal)) }),
    )

    app.delete(
      '/api/security/events/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Delete a security event',
          params: Type.Object({ id: Type.String() }),
          response: { 200: data(Type.Literal(true)) },
        },
      },
      async (req) => {
        const { id, server_id, event_type, source_ip, username } = requireEvent(req.params.id, req.principal)
        const detail = { event_id: String(id), server_id, event_type, source_ip, username }
        audit.act(
          req,
          'security_event_deleted',
          () => store.remove(id),
          () => detail,
        )
        return { data: true as const }
      },
    )

    app.get(
      '/api/security/stats',
      {
        ...access,
        schema: {
          summary: 'Counts of security events: the most frequent values, or the newest days',
          querystring: Type.Object({
            ...filters,
            group_by: OneOf(...groupColumns, 'day'),
            limit: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
          }),
          response: { 200: data(Type.Array(EventCount)) },
        },
      },
      async ({ query, principal }) => {
        const { group_by, limit } = query
        const filter = filterOf(query, principal)
        return { data: await (group_by === 'day' ? counts.byDay(filter, limit) : counts.by(group_by, filter, limit)) }
      },
    )

    app.get(
      '/api/security/timeline',
      {
        ...access,
        schema: {
          summary: 'Counts of security events by hour and type; hours without any are left out',
          querystring: Type.Object({
            ...filters,
            since: QueryInstant('time of arrival, inclusive; at most 92 days ago'),
          }),
          response: { 200: data(Type.Array(HourCount)) },
        },
      },
      async ({ query, principal }) => {
        const filter = filterOf(query, principal)
        const { since = 0, until } = filter
        if (until !== undefined && until - since > maxHours * 3600) {
          throw badQuery('since', 'security.RANGE_TOO_LONG', { days: maxHours / 24 })
        }
        return { data: await counts.byHour({ ...filter, until: until ?? since + maxHours * 3600 }) }
      },
    )

    app.get(
      '/api/servers/:id/security',
      {
        config: { access: 'member', server: 'id', capability: 'security_events', whileOffline: true },
        schema: {
          summary: 'How the agent of a server watches its host; null until it has said so',
          params: Type.Object({ id: Type.String() }),
          response: { 200: data(Nullable(SecurityHostStatus)) },
        },
      },
      async ({ visibleServer }) => ({ data: status.get(visibleServer.id) }),
    )
  }
