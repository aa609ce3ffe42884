import type { Database } from '@svc/plugin-sdk'
import { cachedStatement, packPeriod, type ServerRange } from '@svc/series'
import { blocksOf, columnsOf, hours, type ReadBlocks, type Row } from '../record-block.ts'

/** The first hour of a range with an unsealed hourly record. */
export const firstHourlyRow = (db: Database, { number, from, to }: ServerRange): number | undefined => {
  const found = cachedStatement<[number, number], { readonly id: number }>(
    db,
    'SELECT id FROM metrics_hourly_records WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1',
  ).get(packPeriod(number, from), packPeriod(number, to))
  return found && hours.bucketOf(found.id)
}

/** Reads the unsealed hourly records of a server, by day. */
export function hourlyRows(db: Database, fields?: readonly string[]): ReadBlocks {
  const wanted = columnsOf(fields)
  const rows = cachedStatement<[number, number], Row>(
    db,
    `SELECT ${['id', ...wanted.map(({ name }) => name)].join(', ')}
     FROM metrics_hourly_records WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  return ({ number, from, to }) => blocksOf(rows.all(packPeriod(number, from), packPeriod(number, to)), wanted, hours)
}
