import { type Database, toTimestamp } from '@svc/plugin-sdk'
import type { AuditLogOptions, AuditLogPage } from './audit-log-schema.ts'

export interface AuditRow {
  readonly user_id: string
  readonly user_label: string
  readonly action: string
  readonly detail: string | null
  readonly ip: string
  readonly created_at: number
}

/** Empty strings match everything. */
export interface AuditFilter {
  readonly limit: number
  readonly offset: number
  readonly action?: string
  readonly user_id?: string
  readonly ip?: string
  /** substring of action, user, address or detail; case-insensitive for ASCII */
  readonly q?: string
  /** seconds, inclusive */
  readonly from?: number
  /** seconds, inclusive */
  readonly to?: number
}

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function where(filter: AuditFilter) {
  const terms: string[] = []
  const values: Record<string, string | number> = {}
  const add = (name: string, value: string | number | undefined, term: string) => {
    if (value === undefined || value === '') return
    terms.push(term)
    values[name] = value
  }
  add('action', filter.action, 'action = @action')
  add('user_id', filter.user_id, 'user_id = @user_id')
  add('ip', filter.ip, 'ip = @ip')
  add('from', filter.from, 'created_at >= @from')
  add('to', filter.to, 'created_at <= @to')
  add(
    'q',
    filter.q && containing(filter.q),
    `(action LIKE @q ESCAPE '\\' OR user_label LIKE @q ESCAPE '\\' OR user_id LIKE @q ESCAPE '\\'
      OR ip LIKE @q ESCAPE '\\' OR detail LIKE @q ESCAPE '\\')`,
  )
  return { sql: terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : '', values }
}

/** Distinct values by a loose index scan, which jumps from one value to the next instead of reading all rows. */
const distinct = (column: 'action' | 'user_id') => `
  WITH RECURSIVE jump(value) AS (
    SELECT min(${column}) FROM system_audit_logs
    UNION ALL
    SELECT (SELECT min(${column}) FROM system_audit_logs WHERE ${column} > value) FROM jump WHERE value IS NOT NULL
  )`

export function auditLogStore(db: Database) {
  const insert = db.prepare<[AuditRow]>(
    `INSERT INTO system_audit_logs (user_id, user_label, action, detail, ip, created_at)
     VALUES (@user_id, @user_label, @action, @detail, @ip, @created_at)`,
  )
  return {
    insert: (row: AuditRow) => void insert.run(row),

    /** Newest first; entries of the same second by id. */
    page(filter: AuditFilter): AuditLogPage {
      const { sql, values } = where(filter)
      const total = db
        .prepare<[object], { n: number }>(`SELECT count(*) AS n FROM system_audit_logs ${sql}`)
        .get(values)
      const rows = db
        .prepare<[object], AuditRow & { id: number }>(
          `SELECT id, user_id, user_label, action, detail, ip, created_at FROM system_audit_logs ${sql}
           ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
        )
        .all({ ...values, limit: filter.limit, offset: filter.offset })
      return {
        entries: rows.map((row) => ({ ...row, created_at: toTimestamp(row.created_at) })),
        total: total?.n ?? 0,
      }
    },

    /** Filter options. Users have their latest name in the log. */
    options(): AuditLogOptions {
      const actions = db
        .prepare<[], { value: string }>(`${distinct('action')} SELECT value FROM jump WHERE value IS NOT NULL`)
        .all()
      const users = db
        .prepare<[], { id: string; label: string }>(
          `${distinct('user_id')} SELECT value AS id, (
             SELECT user_label FROM system_audit_logs WHERE user_id = value ORDER BY created_at DESC, id DESC LIMIT 1
           ) AS label FROM jump WHERE value IS NOT NULL`,
        )
        .all()
      return { actions: actions.map((row) => row.value), users }
    },

    /** Clears the log and inserts an entry about it; returns the number of deleted entries. */
    clear: (makeEntry: (deleted: number) => AuditRow) =>
      db.transaction(() => {
        const { changes } = db.prepare('DELETE FROM system_audit_logs').run()
        insert.run(makeEntry(changes))
        return changes
      }),
  }
}
export type AuditLogStore = ReturnType<typeof auditLogStore>
