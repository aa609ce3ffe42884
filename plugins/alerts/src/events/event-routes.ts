import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import {
  badRequest,
  type Core,
  cutPage,
  data,
  formatCursor,
  linkNext,
  notFound,
  PageCursor,
  type Principal,
  pageOf,
  parseCursor,
  parseEnd,
  parseInstant,
  type Routes,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { RulesStore } from '../rules/rules-store.ts'
import type { ChangeRow, ChangesStore, Cursor } from './changes-store.ts'
import { type AlertChange, AlertChangePage, AlertEvent, AlertEventDetail } from './event-schema.ts'
import { parseMessage } from './record.ts'
import type { StateRow, StatesStore } from './states-store.ts'

/** Name of deleted servers. */
export const unknownServer = 'Unknown'

export const toTimestampOrNull = (seconds: number | null) => (seconds === null ? null : toTimestamp(seconds))

const alertKey = ({ rule_id, server_id }: Pick<StateRow, 'rule_id' | 'server_id'>): string => `${rule_id}:${server_id}`

const eventView = (row: StateRow, ruleName: string, serverName: string | undefined): AlertEvent => ({
  alert_key: alertKey(row),
  rule_id: row.rule_id,
  rule_name: ruleName,
  server_id: row.server_id,
  server_name: serverName ?? unknownServer,
  status: row.resolved_at === null ? 'firing' : 'resolved',
  event_at: toTimestamp(row.resolved_at ?? row.first_triggered_at),
  resolved_at: toTimestampOrNull(row.resolved_at),
  count: row.count,
  suppressed: row.suppressed === 1,
  silenced_by: row.silenced_by,
})

const changeView = (row: ChangeRow, text: Core['text']): AlertChange => ({
  id: row.id,
  alert_key: alertKey(row),
  rule_id: row.rule_id,
  rule_name: row.rule_name,
  server_id: row.server_id,
  server_name: row.server_name,
  change: row.change,
  reason: row.reason,
  suppressed: row.suppressed === 1,
  silenced_by: row.silenced_by,
  message: text(parseMessage(row)),
  message_text: parseMessage(row),
  at: toTimestamp(row.at),
})

export interface EventRoutesDependencies {
  readonly servers: Pick<Servers, 'get' | 'isVisible' | 'visibleTo'>
  readonly rules: Pick<RulesStore, 'row'>
  readonly states: Pick<StatesStore, 'get' | 'newest'>
  readonly changes: Pick<ChangesStore, 'ofAlert' | 'page'>
  /** of notifications */
  readonly language: string
  readonly text: Core['text']
}

const cursorOf = ({ at, id }: Cursor): string => formatCursor(at, id)

function parseAfter(cursor: string | undefined): Cursor | undefined {
  const [at, id] = parseCursor(cursor, 2) ?? []
  return at === undefined || id === undefined ? undefined : { at, id }
}

/** Changes shown with an alert. */
const maxChanges = 50

const Id = (description: string) => Type.Optional(Type.String({ maxLength: 64, description }))
const Instant = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

/** Current alerts and their history. Members do not see those of hidden servers. */
export const eventRoutes =
  ({ servers, rules, states, changes, language, text }: EventRoutesDependencies): Routes =>
  async (app) => {
    const access = { config: { access: 'member' } } as const

    const visibleTo = (principal: Principal) => servers.visibleTo(principal).map(({ id }) => id)

    app.get(
      '/api/alert-events',
      {
        ...access,
        schema: {
          summary: 'Current alerts: firing ones first, then by latest change',
          querystring: Type.Object({
            limit: Type.Integer({ minimum: 1, maximum: 500, default: 20 }),
            cursor: PageCursor,
            server_id: Id('filter by server'),
          }),
          response: { 200: pageOf(AlertEvent) },
        },
      },
      async ({ query: { cursor, limit, server_id: serverId }, principal }, reply) => {
        const after = parseCursor(cursor, 3)
        const found = states.newest({ serverId, visibleServers: visibleTo(principal), after, limit: limit + 1 })
        const { rows, next } = cutPage(found, limit, (row) =>
          formatCursor(Number(row.resolved_at === null), row.resolved_at ?? row.first_triggered_at, row.position),
        )
        linkNext(reply, { cursor: next })
        return { data: rows.map((row) => eventView(row, row.rule_name, servers.get(row.server_id)?.name)) }
      },
    )

    app.get(
      '/api/alert-events/:alert_key',
      {
        ...access,
        schema: {
          summary: 'An alert and its last changes',
          params: Type.Object({ alert_key: Type.String({ maxLength: 200, description: 'rule id, colon, server id' }) }),
          response: { 200: data(AlertEventDetail) },
        },
      },
      async ({ params, principal }) => {
        const colon = params.alert_key.indexOf(':')
        if (colon < 0) throw badRequest('alerts.ALERT_KEY')
        const rule = rules.row(params.alert_key.slice(0, colon))
        const state = rule && states.get(rule.id, params.alert_key.slice(colon + 1))
        const server = state && servers.get(state.server_id)
        if (!state || !servers.isVisible(state.server_id, principal)) throw notFound('alerts.UNKNOWN_ALERT')
        const {
          event_at: _,
          suppressed: __,
          silenced_by: ___,
          count,
          ...event
        } = eventView(state, rule.name, server?.name)
        const found = changes.ofAlert(rule.id, state.server_id, maxChanges + 1)
        const { rows, next } = cutPage(found, maxChanges, cursorOf)
        return {
          data: {
            ...event,
            message: text(parseMessage(state), language),
            trigger_count: count,
            first_triggered_at: toTimestamp(state.first_triggered_at),
            rule_enabled: rule.enabled === 1,
            rule_trigger_mode: rule.trigger_mode,
            changes: rows.map((row) => changeView(row, text)),
            changes_next: next,
          },
        }
      },
    )

    app.get(
      '/api/alert-history',
      {
        ...access,
        schema: {
          summary: 'Alert history, newest first; `next` is the cursor of the next page',
          querystring: Type.Object({
            server_id: Id('filter by server'),
            rule_id: Id('filter by rule'),
            from: Instant('ISO 8601, inclusive'),
            to: Instant('ISO 8601, inclusive'),
            limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
            cursor: PageCursor,
          }),
          response: { 200: data(AlertChangePage) },
        },
      },
      async ({ query, principal }) => {
        const found = changes.page({
          serverId: query.server_id,
          ruleId: query.rule_id,
          from: query.from === undefined ? undefined : parseInstant('from', query.from),
          to: query.to === undefined ? undefined : parseEnd('to', query.to),
          // Admins also see the history of servers that were hidden when they were deleted.
          visibleServers: principal.role === 'admin' ? undefined : visibleTo(principal),
          after: parseAfter(query.cursor),
          limit: query.limit + 1,
        })
        const { rows, next } = cutPage(found, query.limit, cursorOf)
        return { data: { items: rows.map((row) => changeView(row, text)), next } }
      },
    )
  }
