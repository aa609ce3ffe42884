import type { Database } from '@svc/plugin-sdk'
import type { Cursor } from './event-query.ts'

export type Change = 'fired' | 'resolved' | 'reminded'
export type Reason = 'recovered' | 'quiet' | 'rule_changed' | 'rule_disabled' | 'rule_deleted' | 'server_deleted'

/** A row of `alerts_changes`. */
export interface ChangeRow {
  readonly id: number
  readonly rule_id: string
  readonly rule_name: string
  readonly server_id: string
  readonly server_name: string
  readonly change: Change
  readonly reason: Reason | null
  readonly suppressed: 0 | 1
  readonly message_en: string
  readonly message_zh: string
  readonly at: number
}

export interface ChangeFilter {
  readonly serverId?: string | undefined
  readonly ruleId?: string | undefined
  /** epoch seconds, inclusive */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** for members: excludes these servers and deleted servers that were hidden */
  readonly hiddenServers?: readonly string[] | undefined
  /** starts after this change */
  readonly after?: Cursor | undefined
  readonly limit: number
}

function where({ serverId, ruleId, from, to, hiddenServers, after }: ChangeFilter) {
  const terms: [string, Record<string, string | number>][] = []
  if (serverId !== undefined) terms.push(['server_id = @serverId', { serverId }])
  if (ruleId !== undefined) terms.push(['rule_id = @ruleId', { ruleId }])
  if (from !== undefined) terms.push(['at >= @from', { from }])
  if (to !== undefined) terms.push(['at <= @to', { to }])
  if (after) terms.push(['(at, id) < (@at, @id)', { ...after }])
  if (hiddenServers) {
    terms.push([
      'hidden = 0 AND server_id NOT IN (SELECT value FROM json_each(@hiddenServers))',
      { hiddenServers: JSON.stringify(hiddenServers) },
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
    INSERT INTO alerts_changes (rule_id, rule_name, server_id, server_name, change, reason, suppressed, message_en,
      message_zh, at)
    VALUES (@rule_id, @rule_name, @server_id, @server_name, @change, @reason, @suppressed, @message_en, @message_zh, @at)`)
  const hide = db.prepare<[string]>('UPDATE alerts_changes SET hidden = 1 WHERE server_id = ?')
  const ofAlert = db.prepare<[string, string, number], ChangeRow>(
    'SELECT * FROM alerts_changes WHERE rule_id = ? AND server_id = ? ORDER BY at DESC, id DESC LIMIT ?',
  )
  return {
    add: (row: Omit<ChangeRow, 'id'>) => void insert.run(row),
    /** Hides the history of a deleted server from members. */
    hide: (serverId: string) => void hide.run(serverId),
    /** Newest first. */
    ofAlert: (ruleId: string, serverId: string, limit: number) => ofAlert.all(ruleId, serverId, limit),
    page(filter: ChangeFilter): ChangeRow[] {
      const { sql, values } = where(filter)
      return db
        .prepare<[object], ChangeRow>(`SELECT * FROM alerts_changes ${sql} ORDER BY at DESC, id DESC LIMIT @limit`)
        .all({ ...values, limit: filter.limit })
    },
  }
}
export type ChangesStore = ReturnType<typeof changesStore>
