import type { CodedText, Database } from '@svc/plugin-sdk'
import type { Trace, TraceResult } from './trace.ts'
import type { TraceAlert } from './wire.ts'

interface TraceRow {
  readonly request_id: string
  readonly server_id: string
  readonly target: string
  readonly protocol: string
  readonly port: number | null
  readonly started_at_ms: number
  readonly completed_at_ms: number
  readonly retained_from_ms: number
  readonly alert_json: string | null
  readonly hop_count: number
  readonly reached: number
  readonly error_json: string | null
  readonly result_json: string
}

/** A row of the history. */
export type TraceSummary = Omit<TraceRow, 'result_json' | 'error_json' | 'retained_from_ms'> & {
  readonly has_error: number
}

/** Which traces of a server to read. */
interface Page {
  readonly serverId: string
  /** only those for alerts of this rule; null: all */
  readonly alertRuleId: string | null
  readonly limit: number
  readonly offset: number
}

export type TracesStore = ReturnType<typeof tracesStore>

const summary = `request_id, server_id, target, protocol, port, started_at_ms, completed_at_ms, hop_count, reached,
  alert_json, error_json IS NOT NULL AS has_error`

export const alertOf = (json: string | null) => (json === null ? null : (JSON.parse(json) as TraceAlert))

function traceOf({ error_json, result_json, ...row }: TraceRow): Trace {
  const result = JSON.parse(result_json) as TraceResult
  return {
    request_id: row.request_id,
    serverId: row.server_id,
    target: row.target,
    protocol: row.protocol as Trace['protocol'],
    port: row.port,
    startedAt: row.started_at_ms,
    completedAt: row.completed_at_ms,
    alert: alertOf(row.alert_json),
    error: error_json === null ? undefined : (JSON.parse(error_json) as CodedText),
    ...result,
  }
}

export function tracesStore(db: Database) {
  const insert = db.prepare<[TraceRow]>(`
    INSERT INTO traceroute_traces (request_id, server_id, target, protocol, port, started_at_ms, completed_at_ms,
      retained_from_ms, alert_json, hop_count, reached, error_json, result_json)
    VALUES (@request_id, @server_id, @target, @protocol, @port, @started_at_ms, @completed_at_ms,
      @retained_from_ms, @alert_json, @hop_count, @reached, @error_json, @result_json)`)
  const update = db.prepare<[string, string]>('UPDATE traceroute_traces SET result_json = ? WHERE request_id = ?')
  const get = db.prepare<[string, string], TraceRow>(
    'SELECT * FROM traceroute_traces WHERE request_id = ? AND server_id = ?',
  )
  const ofServer = db.prepare<[Page], TraceSummary>(`
    SELECT ${summary} FROM traceroute_traces WHERE server_id = @serverId AND (@alertRuleId IS NULL OR alert_json ->> 'rule_id' = @alertRuleId) ORDER BY started_at_ms DESC, number DESC LIMIT @limit OFFSET @offset`)
  const remove = db.prepare<[string, string]>('DELETE FROM traceroute_traces WHERE request_id = ? AND server_id = ?')
  const clear = db.prepare<[string]>('DELETE FROM traceroute_traces WHERE server_id = ?')

  const resultOf = ({
    flow,
    max_hops,
    address,
    round,
    total_rounds,
    hops,
    paths,
    path_mtu,
    path_mtu_hop,
    ...trace
  }: Trace) =>
    JSON.stringify({
      flow,
      max_hops,
      address,
      round,
      total_rounds,
      hops,
      paths,
      path_mtu,
      path_mtu_hop,
      reached: trace.reached,
      hosts: trace.hosts,
    } satisfies TraceResult)

  return {
    /** `extraDays`: how much longer than others it is kept. */
    insert(trace: Trace, extraDays = 0): void {
      const completedAt = trace.completedAt ?? trace.startedAt
      insert.run({
        request_id: trace.request_id,
        server_id: trace.serverId,
        target: trace.target,
        protocol: trace.protocol,
        port: trace.port,
        started_at_ms: trace.startedAt,
        completed_at_ms: completedAt,
        retained_from_ms: completedAt + extraDays * 86_400_000,
        alert_json: trace.alert && JSON.stringify(trace.alert),
        hop_count: trace.hops.length,
        reached: Number(trace.reached),
        error_json: trace.error ? JSON.stringify(trace.error) : null,
        result_json: resultOf(trace),
      })
    },
    /** What was learned of its addresses after it had ended. */
    update: (trace: Trace) => void update.run(resultOf(trace), trace.request_id),
    get(requestId: string, serverId: string): Trace | undefined {
      const row = get.get(requestId, serverId)
      return row && traceOf(row)
    },
    /** Newest first. */
    ofServer: (page: Page) => ofServer.all(page),
    remove: (requestId: string, serverId: string) => remove.run(requestId, serverId).changes > 0,
    clear: (serverId: string) => clear.run(serverId).changes,
  }
}
