import type { Database } from '@svc/plugin-sdk'
import type { ChangeRow } from './state.ts'

/** Which changes are listed. */
export interface ChangeFilter {
  readonly serverId?: string | undefined
  readonly ruleId?: string | undefined
  /** epoch seconds, inclusive */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** leave out what only admins may see: changes of hidden servers that are gone, and of these */
  readonly except?: readonly string[] | undefined
  /** only what comes after this one in the order of the list */
  readonly after?: { readonly at: number; readonly id: number } | undefined
  readonly limit: number
}

function where({ serverId, ruleId, from, to, except, after }: ChangeFilter) {
  const terms: [string, Record<string, string | number>][] = []
  if (serverId !== undefined) terms.push(['server_id = @serverId', { serverId }])
  if (ruleId !== undefined) terms.push(['rule_id = @ruleId', { ruleId }])
  if (from !== undefined) terms.push(['at >= @from', { from }])
  if (to !== undefined) terms.push(['at <= @to', { to }])
  if (after) terms.push(['(at, id) < (@at, @id)', { ...after }])
  if (except) {
    terms.push([
      'hidden = 0 AND server_id NOT IN (SELECT value FROM json_each(@except))',
      { except: JSON.stringify(except) },
    ])
  }
  return {
    sql: terms.length > 0 ? `WHERE ${terms.map(([term]) => term).join(' AND ')}` : '',
    values: Object.assign({}, ...terms.map(([, values]) => values)) as object,
  }
}

/** What happened to alerts: rows are added and, when they are old, deleted. */
export function changesStore(db: Database) {
  const insert = db.prepare<[Omit<ChangeRow, 'id'>]>(`
    INSERT INTO alerts_changes (rule_id, rule_name, server_id, server_name, change, reason, suppressed, message_en,
      message_zh, at)
    VALUES (@rule_id, @rule_name, @server_id, @server_name, @change, @reason, @suppressed, @message_en, @message_zh, @at)`)
  const hide = db.prepare<[string]>('UPDATE alerts_changes SET hidden = 1 WHERE server_id = ?')
  const ofPair = db.prepare<[string, string, number], ChangeRow>(
    'SELECT * FROM alerts_changes WHERE rule_id = ? AND server_id = ? ORDER BY at DESC, id DESC LIMIT ?',
  )
  return {
    add: (row: Omit<ChangeRow, 'id'>) => void insert.run(row),
    /** Keeps the past of a hidden server from members when the server is gone. */
    hide: (serverId: string) => void hide.run(serverId),
    /** Newest first. */
    ofPair: (ruleId: string, serverId: string, limit: number) => ofPair.all(ruleId, serverId, limit),
    page(filter: ChangeFilter): ChangeRow[] {
      const { sql, values } = where(filter)
      return db
        .prepare<[object], ChangeRow>(`SELECT * FROM alerts_changes ${sql} ORDER BY at DESC, id DESC LIMIT @limit`)
        .all({ ...values, limit: filter.limit })
    },
  }
}
export type ChangesStore = ReturnType<typeof changesStore>
