import type { Database } from '@svc/plugin-sdk'
import { numberBits, packKey, minuteOfKey as unitOfKey } from './record-key.js'

/** Keys that are looked up per transaction, to stay far below the 10 ms that other writers may wait. */
const chunk = 500

/** Deletes the rows of one server from a table with keys `unit << 20 | server number`, some per transaction. */
export function forgetUnits(db: Database, table: string, number: number): void {
  const ends = db
    .prepare<[], { first: number | null; last: number | null }>(
      `SELECT (SELECT min(id) FROM ${table}) AS first, (SELECT max(id) FROM ${table}) AS last`,
    )
    .get()
  if (ends?.first == null || ends.last == null) return
  const remove = db.prepare<[{ first: number; last: number; step: number }]>(`
    DELETE FROM ${table} WHERE id IN (
      WITH RECURSIVE k (id) AS (SELECT @first UNION ALL SELECT id + @step FROM k WHERE id < @last) SELECT id FROM k)`)
  const end = unitOfKey(ends.last)
  for (let from = unitOfKey(ends.first); from <= end; from += chunk) {
    const last = packKey(Math.min(end, from + chunk - 1), number)
    db.transaction(() => remove.run({ first: packKey(from, number), last, step: 2 ** numberBits }))
  }
}
