import type { Database } from '@svc/plugin-sdk'

export type Change = 'fired' | 'resolved' | 'no_data' | 'acknowledged' | 'unacknowledged'
export type Reason =
  | 'recovered'
  | 'quiet'
  | 'no_data'
  | 'not_covered'
  | 'rule_changed'
  | 'rule_disabled'
  | 'rule_deleted'
  | 'server_deleted'

/** A row of `alerts_changes`. */
export interface ChangeRow {
  readonly id: number
  readonly rule_id: string
  readonly rule_name: string
  readonly server_id: string
  readonly server_name: string
  /** of a rule type that is `perSource`; otherwise empty */
  readonly source: string
  readonly change: Change
  readonly reason: Reason | null
  readonly suppressed: 0 | 1
  /** what suppressed it, for example the name of a maintenance window */
  readonly silenced_by: string | null
  /** JSON of a `CodedText` */
  readonly message_json: string
  readonly at: number
}

/** The last change of a page. */
export interface Cursor {
  readonly at: number
  readonly id: number
}

export interface ChangeFilter {
  readonly serverId?: string | undefined
  readonly ruleId?: string | undefined
  readonly source?: string | undefined
  /** epoch seconds, inclusive */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** for members: only these servers, and deleted ones that were not hidden */
  readonly visibleServers?: readonly string[] | undefined
  /** starts after this change */
  readonly after?: Cursor | undefined
  readonly limit: number
}

function where({ serverId, ruleId, source, from, to, visibleServers, after }: ChangeFilter) {
  const terms: [string, Record<string, string | number>][] = []
  if (serverId !== undefined) terms.push(['server_id = @serverId', { serverId }])
  if (ruleId !== undefined) terms.push(['rule_id = @ruleId', { ruleId }])
  if (source !== undefined) terms.push(['source = @source', { source }])
  if (from !== undefined) terms.push(['at >= @from', { from }])
  if (to !== undefined) terms.push(['at <= @to', { to }])
  if (after) terms.push(['(at, id) < (@at, @id)', { ...after }])
  if (visibleServers) {
    terms.push([
      '(hidden = 0 OR hidden IS NULL AND server_id IN (SELECT value FROM json_each(@visibleServers)))',
      { visibleServers: JSON.stringify(visibleServers) },
    ])
  }
  return {
    sql: terms.length > 0 ? `WHERE ${terms.map(([term]) => term).join(' AND ')}` : '',
    values: Object.assign({}, ...terms.map(([, values]) => values)) as object,
  }
}

/** The history of alerts. Rows are only added, and deleted by retention. */
export function changesStore(db: Database) {
  const insert = db.prepare<[Omit<ChangeRow, 'id'>]>(`
    INSERT INTO alerts_changes (rule_id, rule_name, server_id, server_name, source, change, reason, suppressed,
      silenced_by, message_json, at)
    VALUES (@rule_id, @rule_name, @server_id, @server_name, @source, @change, @reason, @suppressed,
      @silenced_by, @message_json, @at)`)
  const serverDeleted = db.prepare<[0 | 1, string]>('UPDATE alerts_changes SET hidden = ? WHERE server_id = ?')
  // Jumps from one server to the next in the index, instead of reading all rows.
  const serversOutside = db.prepare<[string], { id: string }>(`
    WITH RECURSIVE jump (id) AS (
      SELECT min(server_id) FROM alerts_changes
      UNION ALL
      SELECT (SELECT min(server_id) FROM alerts_changes WHERE server_id > id) FROM jump WHERE id IS NOT NULL
    )
    SELECT id FROM jump WHERE id IS NOT NULL AND id NOT IN (SELECT value FROM json_each(?))
      AND EXISTS (SELECT 1 FROM alerts_changes WHERE server_id = id AND hidden IS NULL)`)
  const ofAlert = db.prepare<[string, string, string, number], ChangeRow>(`
    SELECT * FROM alerts_changes WHERE rule_id = ? AND server_id = ? AND source = ? ORDER BY at DESC, id DESC LIMIT ?`)
  const ofServer = db.prepare<[string, number, number], ChangeRow>(`
    SELECT * FROM alerts_changes WHERE server_id = ? AND at >= ? AND change IN ('fired', 'resolved')
    ORDER BY at DESC, id DESC LIMIT ?`)
  return {
    add: (row: Omit<ChangeRow, 'id'>) => void insert.run(row),
    /** Stores whether members may see the history of a deleted server. */
    serverDeleted: (serverId: string, wasHidden: boolean) => void serverDeleted.run(wasHidden ? 1 : 0, serverId),
    /** Ids of servers that are not among these, and whose deletion was not stored. */
    serversOutside: (ids: readonly string[]) => serversOutside.all(JSON.stringify(ids)).map(({ id }) => id),
    /** Newest first. */
    ofAlert: ({ rule_id, server_id, source }: Pick<ChangeRow, 'rule_id' | 'server_id' | 'source'>, limit: number) =>
      ofAlert.all(rule_id, server_id, source, limit),
    /** The newest beginnings and ends of the alerts of a server, oldest first. */
    ofServer: (serverId: string, since: number, limit: number) => ofServer.all(serverId, since, limit).reverse(),
    page(filter: ChangeFilter): ChangeRow[] {
      const { sql, values } = where(filter)
      return db
        .prepare<[object], ChangeRow>(`SELECT * FROM alerts_changes ${sql} ORDER BY at DESC, id DESC LIMIT @limit`)
        .all({ ...values, limit: filter.limit })
    },
  }
}
export type ChangesStore = ReturnType<typeof changesStore>
