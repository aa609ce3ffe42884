import type { Database } from '@svc/plugin-sdk'
import type { RetentionTier } from './contract.ts'

const identifier = /^[a-z_][a-z0-9_]*$/

/** Rows with a `column` value below this are expired. */
export function cutoff({ days, perSecond = 1, packed }: RetentionTier, nowMs: number): number {
  const oldest = Math.floor(nowMs / 1000) - days * 86_400
  // the lowest packed key to keep; multiplied because shifts are limited to 32 bits
  return packed ? Math.floor(oldest / packed.unitSeconds) * 2 ** packed.shift : oldest * perSecond
}

/**
 * Finds and deletes expired rows. Finding takes no write lock however long it scans; deletion by primary key keeps
 * transactions short for any schema, even without rowid or index.
 */
export function expiredRows(db: Database, tier: RetentionTier, nowMs: number) {
  const { table, column } = tier
  for (const name of [table, column]) {
    if (!identifier.test(name)) throw new Error(`retention tier ${table}.${column}: ${name} is not a valid identifier`)
  }
  const keys = db
    .prepare<[string], { name: string }>(
      `SELECT c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
       WHERE t.name = ? AND t.wr = 1 AND c.pk > 0 ORDER BY c.pk`,
    )
    .all(table)
    .map((key) => `"${key.name}"`)
  const key = keys.length > 0 ? keys : ['rowid']
  const limit = cutoff(tier, nowMs)
  // aliases, because the time column may be part of the key
  const findKeys = db.prepare<[number, number], Record<string, unknown>>(
    `SELECT ${key.map((name, i) => `${name} AS k${i}`).join(', ')} FROM ${table} WHERE ${column} < ? LIMIT ?`,
  )
  // compare the time again, because the row may have been updated since it was found
  const remove = db.prepare<unknown[]>(
    `DELETE FROM ${table} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')} AND ${column} < ?`,
  )
  return {
    /** Keys of at most `max` expired rows. */
    find: (max: number): unknown[][] => findKeys.all(limit, max).map((row) => key.map((_, i) => row[`k${i}`])),
    /** Deletes in one transaction; returns the number of rows. */
    remove: (rows: readonly unknown[][]): number =>
      db.transaction(() => rows.reduce((count, row) => count + remove.run(...row, limit).changes, 0)),
  }
}
