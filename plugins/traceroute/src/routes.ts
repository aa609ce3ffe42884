import { Type } from '@sinclair/typebox'
import { conflict, data, invalid, linkNext, notFound, pageOf, type RateLimiter, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { parseProbeTarget } from '@svc/probe-target'
import type { Trace } from './trace.ts'
import { HistoryEntry, Snapshot, StartTrace } from './traceroute-schema.ts'
import type { Traces } from './traces.ts'
import { alertOf, type TraceSummary, type TracesStore } from './traces-store.ts'

const params = Type.Object({ id: Type.String({ maxLength: 64 }) })
const traceParams = Type.Object({ id: Type.String({ maxLength: 64 }), request_id: Type.String({ maxLength: 64 }) })
const maxOffset = 1_000_000

interface Dependencies {
  readonly traces: Traces
  readonly store: TracesStore
  readonly audit: Audit
  readonly starts: RateLimiter
}

const missing = () => notFound('traceroute.NOT_FOUND')

const entryOf = (row: TraceSummary): HistoryEntry => ({
  request_id: row.request_id,
  server_id: row.server_id,
  target: row.target,
  protocol: row.protocol as HistoryEntry['protocol'],
  port: row.port,
  started_at: row.started_at_ms,
  completed_at: row.completed_at_ms,
  hop_count: row.hop_count,
  has_error: row.has_error === 1,
  reached: row.reached === 1,
  alert: alertOf(row.alert_json),
})

const runningEntry = (trace: Trace): HistoryEntry => ({
  request_id: trace.request_id,
  server_id: trace.serverId,
  target: trace.target,
  protocol: trace.protocol,
  port: trace.port,
  started_at: trace.startedAt,
  completed_at: null,
  hop_count: trace.hops.length,
  has_error: false,
  reached: trace.reached,
  alert: trace.alert,
})

/** Traces of servers. Members may look at them. */
export const tracerouteRoutes = ({ traces, store, audit, starts }: Dependencies): Routes => {
  return async (app) => {
    app.post(
      '/api/servers/:id/traceroute',
      {
        config: { access: 'admin', server: 'id', capability: 'ping_icmp', deniedAction: 'traceroute_denied' },
        schema: {
          summary: 'Starts a traceroute from a server',
          params,
          body: StartTrace,
          response: { 200: data(Type.Object({ request_id: Type.String() })) },
        },
      },
      async (req) => {
        const { id } = req.visibleServer
        const { target } = req.body
        const parsed = parseProbeTarget('icmp', target)
        if ('rule' in parsed) throw invalid('target', parsed.rule)
        starts.take(req.principal.userId)
        const { request_id } = audit.act(
          req,
          'traceroute.start',
          () => traces.start(id, req.body),
          (trace) => ({ server_id: id, request_id: trace.request_id, target, protocol: trace.protocol }),
        )
        return { data: { request_id } }
      },
    )

    app.get(
      '/api/servers/:id/traceroute',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'The traceroutes of a server, newest first; the first one may still run',
          params,
          querystring: Type.Object({
            limit: Type.Integer({ default: 50, minimum: 1, maximum: 200 }),
            alert_rule_id: Type.Optional(
              Type.String({ maxLength: 64, description: 'only those for alerts of this rule' }),
            ),
            offset: Type.Integer({ default: 0, minimum: 0, maximum: maxOffset }),
          }),
          response: { 200: pageOf(HistoryEntry) },
        },
      },
      async ({ visibleServer: { id }, query: { limit, offset, alert_rule_id: ruleId = null } }, reply) => {
        const running = traces.running(id)
        const current = running && (ruleId === null || running.alert?.rule_id === ruleId) ? running : undefined
        const first = current && offset === 0 ? [runningEntry(current)] : []
        const ended = store.ofServer({
          serverId: id,
          alertRuleId: ruleId,
          limit: limit + 1 - first.length,
          offset: Math.max(0, offset - (current ? 1 : 0)),
        })
        const entries = [...first, ...ended.map(entryOf)]
        linkNext(reply, { offset: entries.length > limit ? String(offset + limit) : null })
        return { data: entries.slice(0, limit) }
      },
    )

    app.get(
      '/api/servers/:id/traceroute/:request_id',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'A traceroute with all rounds so far',
          params: traceParams,
          response: { 200: data(Snapshot) },
        },
      },
      async ({ visibleServer: { id }, params: { request_id } }) => {
        const trace = traces.get(id, request_id)
        if (!trace) throw missing()
        return { data: traces.snapshotOf(trace) }
      },
    )

    app.post(
      '/api/servers/:id/traceroute/:request_id/cancel',
      {
        config: { access: 'admin', server: 'id' },
        schema: {
          summary: 'Stops a running traceroute and keeps what it has found',
          params: traceParams,
          response: { 200: data(Type.Null()) },
        },
      },
      async (req) => {
        const { id } = req.visibleServer
        const { request_id } = req.params
        if (!traces.get(id, request_id)) throw missing()
        const cancel = () => {
          if (!traces.cancel(id, request_id)) throw conflict('traceroute.NOT_RUNNING')
        }
        audit.act(req, 'traceroute.cancel', cancel, () => ({ server_id: id, request_id }))
        return { data: null }
      },
    )

    app.delete(
      '/api/servers/:id/traceroute/:request_id',
      {
        config: { access: 'admin', server: 'id' },
        schema: {
          summary: 'Deletes a traceroute; a running one is stopped',
          params: traceParams,
          response: { 200: data(Type.Null()) },
        },
      },
      async (req) => {
        const { id } = req.visibleServer
        const { request_id } = req.params
        const remove = () => {
          if (!traces.remove(id, request_id)) throw missing()
        }
        audit.act(req, 'traceroute.delete', remove, () => ({ server_id: id, request_id }))
        return { data: null }
      },
    )

    app.delete(
      '/api/servers/:id/traceroute',
      {
        config: { access: 'admin', server: 'id' },
        schema: {
          summary: 'Deletes the traceroutes of a server; a running one is stopped',
          params,
          response: { 200: data(Type.Object({ deleted: Type.Integer() })) },
        },
      },
      async (req) => {
        const { id } = req.visibleServer
        const deleted = audit.act(
          req,
          'traceroute.clear',
          () => traces.clear(id),
          (count) => (count > 0 ? { server_id: id, deleted: count } : undefined),
        )
        return { data: { deleted } }
      },
    )
  }
}
