import type { Database, Logger } from '@svc/plugin-sdk'
import { columnsOf } from '../fields.js'
import { packPeriod, periodsOfServer } from '../period-key.js'
import { prepared } from '../prepared.js'
import { blocksOf, type PlaceRange, type ReadBlocks, type Row } from '../rows.js'
import { hours, type Tier } from '../tier.js'
import { openBlock, sumBytes } from './record-block.js'
import type { RecordBlock } from './records-by-column.js'

/** A block that is stored, without what is in it. */
export interface SealedRow {
  /** the period */
  readonly at: number
  /** the length and the sum of the block; another block of the same period has another one */
  readonly mark: string
}

/** Finds the blocks of a server, ascending. */
export function sealedRows(db: Database, { blocks, period, per }: Tier): (range: PlaceRange) => readonly SealedRow[] {
  const rows = prepared<[number, number], SealedRow>(
    db,
    `SELECT ${period} AS at, length(block) || hex(substr(block, -${sumBytes})) AS mark
     FROM ${blocks} WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  return ({ number, from, to }) => {
    const key = (place: number) => packPeriod(number, Math.floor(place / per))
    return rows.all(key(from), key(to))
  }
}

/**
 * Opens blocks of a server. One that is damaged is a period without records: it must not take the others with it. One
 * that was deleted since it was found is not there.
 */
export function opener(
  db: Database,
  { blocks, period }: Tier,
  log: Pick<Logger, 'error'>,
  fields?: readonly string[],
): (number: number, at: number) => RecordBlock | undefined {
  const wanted = columnsOf(fields)
  const row = prepared<[number], { readonly block: Uint8Array }>(db, `SELECT block FROM ${blocks} WHERE id = ?`)
  return (number, at) => {
    const found = row.get(packPeriod(number, at))
    try {
      return found && openBlock(found.block, wanted)
    } catch (error) {
      const where = { server_number: number, [period]: at }
      log.error({ err: error, ...where }, `a sealed ${period} cannot be read; it is left out`)
      return undefined
    }
  }
}

/** Reads the hourly records of a server that are not sealed yet, by day. */
export function hourlyRows(db: Database, fields?: readonly string[]): ReadBlocks {
  const wanted = columnsOf(fields)
  const rows = prepared<[number, number], Row>(
    db,
    `SELECT ${['id', ...wanted.map(({ name }) => name)].join(', ')}
     FROM metrics_hourly_records WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  return ({ number, from, to }) => blocksOf(rows.all(packPeriod(number, from), packPeriod(number, to)), wanted, hours)
}

const forgotten = 100
const tables = ['metrics_sealed_hours', 'metrics_hourly_records', 'metrics_sealed_days']

/** Deletes some of what is kept per hour and day of server `number`; false when nothing is left. */
export function forgetHours(db: Database, number: number): boolean {
  const { first, last } = periodsOfServer(number)
  return db.transaction(() =>
    tables.some((table) => {
      const some = `SELECT id FROM ${table} WHERE id BETWEEN ? AND ? LIMIT ${forgotten}`
      return db.prepare<[number, number]>(`DELETE FROM ${table} WHERE id IN (${some})`).run(first, last).changes > 0
    }),
  )
}
