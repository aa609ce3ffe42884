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
  Ok,
  ok,
  PageCursor,
  type Principal,
  pageOf,
  parseCursor,
  parseEnd,
  parseInstant,
  QueryInstant,
  type Routes,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { findingsOf } from '../messages/alert-messages.ts'
import type { Severity } from '../rules/rule-schema.ts'
import type { RulesStore } from '../rules/rules-store.ts'
import type { Silences } from '../silences/silences.ts'
import type { SilenceRow } from '../silences/silences-store.ts'
import type { Acknowledge } from './acknowledge.ts'
import type { ChangeRow, ChangesStore, Cursor } from './changes-store.ts'
import { type AlertChange, AlertChangePage, AlertEvent, AlertEventDetail } from './event-schema.ts'
import { parseMessage } from './record.ts'
import type { StateRow, StatesStore } from './states-store.ts'

/** Name of deleted servers. */
export const unknownServer = 'Unknown'

export const toTimestampOrNull = (seconds: number | null) => (seconds === null ? null : toTimestamp(seconds))

/** Identifies an alert in the API. */
export const alertKey = ({ rule_id, server_id, source }: Pick<StateRow, 'rule_id' | 'server_id' | 'source'>): string =>
  [rule_id, server_id, ...(source === '' ? [] : [source])].join(':')

/** Rule, server and source of a key; addresses contain colons, ids do not. */
function parseAlertKey(key: string) {
  const [, rule, server, source = ''] = /^([^:]*):([^:]*)(?::(.*))?$/s.exec(key) ?? []
  if (rule === undefined || server === undefined) throw badRequest('alerts.ALERT_KEY')
  return [rule, server, source] as const
}

interface Viewed {
  readonly rule: { readonly name: string; readonly severity: Severity }
  readonly server: { readonly name: string } | undefined
  readonly silence: SilenceRow | undefined
}

const eventView = (row: StateRow, { rule, server, silence }: Viewed, text: Core['text']): AlertEvent => {
  const value = findingsOf(parseMessage(row)) ?? null
  return {
    alert_key: alertKey(row),
    rule_id: row.rule_id,
    rule_name: rule.name,
    server_id: row.server_id,
    server_name: server?.name ?? unknownServer,
    source: row.source,
    status: row.resolved_at === null ? 'firing' : 'resolved',
    value: value && text(value),
    value_text: value,
    first_triggered_at: toTimestamp(row.first_triggered_at),
    event_at: toTimestamp(row.resolved_at ?? row.first_triggered_at),
    resolved_at: toTimestampOrNull(row.resolved_at),
    count: row.count,
    suppressed: row.suppressed === 1,
    silenced_by: row.silenced_by,
    severity: rule.severity,
    no_data_since: toTimestampOrNull(row.no_data_since),
    acknowledged_at: toTimestampOrNull(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
    silence: silence ? { id: silence.id, until: toTimestamp(silence.until), created_by: silence.created_by } : null,
  }
}

const changeView = (row: ChangeRow, text: Core['text']): AlertChange => ({
  id: row.id,
  alert_key: alertKey(row),
  rule_id: row.rule_id,
  rule_name: row.rule_name,
  server_id: row.server_id,
  server_name: row.server_name,
  source: row.source,
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
  readonly silences: Pick<Silences, 'snapshot'>
  readonly acknowledge: Acknowledge
  readonly audit: Audit
  /** browsers show the alert again */
  changed(row: StateRow): void
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
const Instant = Type.Optional(QueryInstant('inclusive'))

/** Current alerts and their history. Members do not see those of hidden servers. */
export const eventRoutes =
  ({
    servers,
    rules,
    states,
    changes,
    silences,
    acknowledge,
    audit,
    changed,
    language,
    text,
  }: EventRoutesDependencies): Routes =>
  async (app) => {
    const access = { config: { access: 'member' } } as const

    const alertParams = Type.Object({
      alert_key: Type.String({ maxLength: 200, description: 'as in `alert_key` of alerts' }),
    })

    /** The alert with this key, if it exists for this user. */
    function find(alertKey: string, principal: Principal) {
      const [ruleId, serverId, source] = parseAlertKey(alertKey)
      const rule = rules.row(ruleId)
      const state = rule && states.get(rule.id, serverId, source)
      const server = state && servers.get(state.server_id)
      if (!server || !servers.isVisible(state.server_id, principal)) throw notFound('alerts.UNKNOWN_ALERT')
      return { rule, state, server }
    }

    /** Whether a user takes care of the alert. */
    const acknowledging = (alertKey: string, isTaken: boolean, req: { principal: Principal; ip: string }) => {
      const alert = find(alertKey, req.principal)
      const by = isTaken ? req.principal.username : null
      audit.act(
        req,
        isTaken ? 'alert.acknowledge' : 'alert.unacknowledge',
        () => acknowledge(alert, by),
        (isChanged) => (isChanged ? { rule: alert.rule.name, server: alert.server.name } : undefined),
      )
      changed(alert.state)
      return ok
    }

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
        const silenceOf = silences.snapshot()
        return {
          data: rows.map((row) =>
            eventView(
              row,
              {
                rule: { name: row.rule_name, severity: row.severity },
                server: servers.get(row.server_id),
                silence: silenceOf(row.server_id, row.rule_id),
              },
              text,
            ),
          ),
        }
      },
    )

    app.get(
      '/api/alert-events/:alert_key',
      {
        ...access,
        schema: {
          summary: 'An alert and its last changes',
          params: alertParams,
          response: { 200: data(AlertEventDetail) },
        },
      },
      async ({ params, principal }) => {
        const { rule, state, server } = find(params.alert_key, principal)
        const silence = silences.snapshot()(state.server_id, rule.id)
        const {
          event_at: _,
          suppressed: __,
          silenced_by: ___,
          count,
          ...event
        } = eventView(state, { rule, server, silence }, text)
        const found = changes.ofAlert(state, maxChanges + 1)
        const { rows, next } = cutPage(found, maxChanges, cursorOf)
        return {
          data: {
            ...event,
            message: text(parseMessage(state), language),
            trigger_count: count,
            rule_enabled: rule.enabled === 1,
            rule_trigger_mode: rule.trigger_mode,
            rule_reminder_minutes: rule.reminder_minutes,
            changes: rows.map((row) => changeView(row, text)),
            changes_next: next,
          },
        }
      },
    )

    app.post(
      '/api/alert-events/:alert_key/acknowledge',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Acknowledges a firing alert: no reminders and no escalation until it is resolved',
          params: alertParams,
          response: { 200: Ok },
        },
      },
      async (req) => acknowledging(req.params.alert_key, true, req),
    )

    app.delete(
      '/api/alert-events/:alert_key/acknowledge',
      {
        config: { access: 'admin' },
        schema: { summary: 'Takes an acknowledgement back', params: alertParams, response: { 200: Ok } },
      },
      async (req) => acknowledging(req.params.alert_key, false, req),
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
            source: Id('filter by source'),
            from: Instant,
            to: Instant,
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
          source: query.source,
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
