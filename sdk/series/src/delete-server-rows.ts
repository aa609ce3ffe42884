import type { Database } from '@svc/plugin-sdk'
import { numberBits, packKey, minuteOfKey as unitOfKey } from './keys.ts'

/** Keys per transaction, to stay well below the 10 ms that other writers may have to wait. */
const batchSize = 500

/**
 * Deletes the rows of one server from a table with keys `unit << 20 | server number`, in batches. Skips units without any
 * rows: after a wrong system clock there may be years of them.
 */
export function deleteServerRows(db: Database, table: string, number: number): void {
  const next = db.prepare<[number], { id: number }>(`SELECT id FROM ${table} WHERE id >= ? ORDER BY id LIMIT 1`)
  const remove = db.prepare<[{ first: number; last: number; step: number }]>(`
    DELETE FROM ${table} WHERE id IN (
      WITH RECURSIVE k (id) AS (SELECT @first UNION ALL SELECT id + @step FROM k WHERE id < @last) SELECT id FROM k)`)
  for (let found = next.get(0); found; ) {
    const from = unitOfKey(found.id)
    const end = from + batchSize
    const keys = { first: packKey(from, number), last: packKey(end - 1, number), step: 2 ** numberBits }
    db.transaction(() => remove.run(keys))
    found = next.get(packKey(end, 0))
  }
}
