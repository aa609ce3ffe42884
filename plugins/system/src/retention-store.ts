import type { Database } from '@svc/plugin-sdk'
import type { RetentionTier } from './contract.ts'

const identifier = /^[a-z_][a-z0-9_]*$/

/** Values of `column` below this are old enough to go. */
export function cutoff({ days, perSecond = 1, packed }: RetentionTier, nowMs: number): number {
  const oldest = Math.floor(nowMs / 1000) - days * 86_400
  // the lowest packed key of the first kept unit; a product because shifts work on 32 bits only
  return packed ? Math.floor(oldest / packed.unitSeconds) * 2 ** packed.shift : oldest * perSecond
}

/**
 * Finds and deletes rows that outlived their tier. Finding only reads and takes no lock, however long it searches;
 * deleting goes by key, so that its transactions are short with any schema, with or without rowids or indexes.
 */
export function retentionStore(db: Database, tier: RetentionTier, nowMs: number) {
  const { table, column } = tier
  for (const name of [table, column]) {
    if (!identifier.test(name)) throw new Error(`retention tier ${table}.${column}: ${name} is not a plain name`)
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
  // Aliases keep a value that is both key and time column apart from itself.
  const find = db.prepare<[number, number], Record<string, unknown>>(
    `SELECT ${key.map((name, i) => `${name} AS k${i}`).join(', ')} FROM ${table} WHERE ${column} < ? LIMIT ?`,
  )
  // The time is compared again: a row may have been refreshed since it was found.
  const remove = db.prepare<unknown[]>(
    `DELETE FROM ${table} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')} AND ${column} < ?`,
  )
  return {
    /** Keys of at most `max` expired rows. */
    expired: (max: number): unknown[][] => find.all(limit, max).map((row) => key.map((_, i) => row[`k${i}`])),
    /** One write transaction; returns how many rows went. */
    remove: (rows: readonly unknown[][]): number =>
      db.transaction(() => rows.reduce((count, row) => count + remove.run(...row, limit).changes, 0)),
  }
}
