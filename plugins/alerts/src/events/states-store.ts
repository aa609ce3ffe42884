import type { Database } from '@svc/plugin-sdk'
import type { Severity } from '../rules/rule-schema.ts'

/** The state of a rule on a server: a row of `alerts_states`. Times are epoch seconds. */
export interface StateRow {
  readonly rule_id: string
  readonly server_id: string
  /** of a rule type that is `perSource`; otherwise empty */
  readonly source: string
  readonly first_triggered_at: number
  /** last notification that it is firing; null when none was sent since it fired, or since its end was sent */
  readonly last_notified_at: number | null
  readonly count: number
  /** null while firing */
  readonly resolved_at: number | null
  /** no notification was sent because the server was silenced */
  readonly suppressed: 0 | 1
  /** what silenced it, for example the name of a maintenance window; null when unknown or not suppressed */
  readonly silenced_by: string | null
  /** resolved while silenced: the resolved notification is still to be sent */
  readonly resolution_pending: 0 | 1
  /** a signal arrived that was not sent yet */
  readonly signal_pending: 0 | 1
  /** last match or last signal */
  readonly last_match_at: number
  /** since when nobody knows whether the conditions hold; null: they do */
  readonly no_data_since: number | null
  readonly acknowledged_at: number | null
  /** name of the user */
  readonly acknowledged_by: string | null
  /** the latest message, JSON of a `CodedText` */
  readonly message_json: string
}

const columns: readonly (keyof StateRow)[] = [
  'rule_id',
  'server_id',
  'source',
  'first_triggered_at',
  'last_notified_at',
  'count',
  'resolved_at',
  'suppressed',
  'silenced_by',
  'resolution_pending',
  'signal_pending',
  'last_match_at',
  'no_data_since',
  'acknowledged_at',
  'acknowledged_by',
  'message_json',
]

export interface StateFilter {
  readonly serverId?: string | undefined
  readonly visibleServers: readonly string[]
  /** after the state with these: whether it is firing (1 or 0), time and position */
  readonly after?: readonly number[] | undefined
  readonly limit: number
}

export function statesStore(db: Database) {
  const put = db.prepare<[StateRow]>(`
    INSERT INTO alerts_states (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})
    ON CONFLICT (rule_id, server_id, source) DO UPDATE SET
      ${columns
        .slice(3)
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')}`)
  const one = db.prepare<[string, string, string], StateRow>(
    'SELECT * FROM alerts_states WHERE rule_id = ? AND server_id = ? AND source = ?',
  )
  const ofPair = db.prepare<[string, string], StateRow>(
    'SELECT * FROM alerts_states WHERE rule_id = ? AND server_id = ?',
  )
  const firingSources = db.prepare<[string, string], { n: number }>(`
    SELECT count(*) AS n FROM alerts_states
    WHERE rule_id = ? AND server_id = ? AND source <> '' AND resolved_at IS NULL`)
  const trim = db.prepare<[string, string, number]>(`
    DELETE FROM alerts_states WHERE rowid IN (
      SELECT rowid FROM alerts_states
      WHERE rule_id = ? AND server_id = ? AND source <> '' AND resolved_at IS NOT NULL AND resolution_pending = 0
      ORDER BY resolved_at DESC LIMIT -1 OFFSET ?
    )`)
  const open = db.prepare<[string], StateRow>(
    'SELECT * FROM alerts_states WHERE rule_id = ? AND (resolved_at IS NULL OR resolution_pending = 1)',
  )
  const ofRule = db.prepare<[string], StateRow>(`
    SELECT * FROM alerts_states WHERE rule_id = ?
    ORDER BY coalesce(resolved_at, first_triggered_at) DESC, server_id, source`)
  const ofServer = db.prepare<[string], StateRow>('SELECT * FROM alerts_states WHERE server_id = ?')
  const firingOn = db.prepare<[string], Pick<StateRow, 'rule_id' | 'first_triggered_at'>>(
    `SELECT rule_id, min(first_triggered_at) AS first_triggered_at FROM alerts_states
     WHERE server_id = ? AND resolved_at IS NULL GROUP BY rule_id`,
  )
  const serversOutside = db.prepare<[string], { server_id: string }>(
    'SELECT DISTINCT server_id FROM alerts_states WHERE server_id NOT IN (SELECT value FROM json_each(?))',
  )
  const deleteServer = db.prepare<[string]>('DELETE FROM alerts_states WHERE server_id = ?')
  const firing = db.prepare<[], { rule_id: string; n: number }>(
    'SELECT rule_id, count(DISTINCT server_id) AS n FROM alerts_states WHERE resolved_at IS NULL GROUP BY rule_id',
  )
  // The order of the index alerts_states_newest.
  const sortedBy = ['(resolved_at IS NULL)', 'coalesce(resolved_at, first_triggered_at)', 'alerts_states.rowid']
  const newest = (...conditions: string[]) =>
    db.prepare<[object], StateRow & { rule_name: string; severity: Severity; position: number }>(`
      SELECT alerts_states.*, alerts_rules.name AS rule_name, alerts_rules.severity, alerts_states.rowid AS position
      FROM alerts_states JOIN alerts_rules ON alerts_rules.id = rule_id
      WHERE ${[...conditions, 'server_id IN (SELECT value FROM json_each(@visibleServers))'].join(' AND ')}
      ORDER BY ${sortedBy.map((key) => `${key} DESC`).join(', ')} LIMIT @limit`)
  const [here, later] = ['server_id = @serverId', `(${sortedBy.join(', ')}) < (@firing, @at, @position)`]
  const pages = { all: [newest(), newest(later)], server: [newest(here), newest(here, later)] } as const

  return {
    put: (row: StateRow) => void put.run(row),
    get: (ruleId: string, serverId: string, source = '') => one.get(ruleId, serverId, source),
    /** Of all sources. */
    ofPair: (ruleId: string, serverId: string) => ofPair.all(ruleId, serverId),
    firingSources: (ruleId: string, serverId: string) => firingSources.get(ruleId, serverId)?.n ?? 0,
    /** Forgets all but the newest resolved alerts of sources. */
    trimSources: (ruleId: string, serverId: string, kept: number) => void trim.run(ruleId, serverId, kept),
    /** Alerts of a rule that are firing, or whose end is still to be sent. */
    open: (ruleId: string) => open.all(ruleId),
    /** Newest first. */
    ofRule: (ruleId: string) => ofRule.all(ruleId),
    ofServer: (serverId: string) => ofServer.all(serverId),
    /** Firing rules of a server, since the first of their alerts. */
    firingOn: (serverId: string) => firingOn.all(serverId),
    /** Ids of servers with a state that are not among these. */
    serversOutside: (ids: readonly string[]) => serversOutside.all(JSON.stringify(ids)).map((row) => row.server_id),
    deleteServer: (serverId: string) => void deleteServer.run(serverId),
    /** Number of servers each rule is firing on. */
    firingCounts: () => new Map(firing.all().map(({ rule_id, n }) => [rule_id, n])),
    /** Firing alerts first, then by latest change. */
    newest({ serverId, visibleServers, after, limit }: StateFilter) {
      const [first, next] = pages[serverId === undefined ? 'all' : 'server']
      const values = { serverId, visibleServers: JSON.stringify(visibleServers), limit }
      if (!after) return first.all(values)
      const [firing, at, position] = after
      return next.all({ ...values, firing, at, position })
    },
  }
}
export type StatesStore = ReturnType<typeof statesStore>
