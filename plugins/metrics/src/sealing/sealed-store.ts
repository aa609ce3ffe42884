import type { Database, Logger } from '@svc/plugin-sdk'
import { columnsOf } from '../fields.ts'
import { packPeriod, periodsOfServer } from '../period-key.ts'
import { blocksOf, type PlaceRange, type ReadBlocks, type Row } from '../rows.ts'
import { prepared } from '../statement-cache.ts'
import { hours, type Tier } from '../tier.ts'
import { openBlock, sumBytes } from './record-block.ts'
import type { RecordBlock } from './records-by-column.ts'

/** A block that is stored. */
export interface SealedRow {
  /** the period */
  readonly at: number
  /** bytes of the block */
  readonly length: number
  /** the length and the sum of the block, when they were asked for: another block of the period has others */
  readonly mark?: string
  /** undefined when it was deleted since it was found */
  block(): Uint8Array | undefined
}

type FindSealed = (range: PlaceRange) => readonly SealedRow[]

const keys = ({ number, from, to }: PlaceRange, { per }: Tier) =>
  [packPeriod(number, Math.floor(from / per)), packPeriod(number, Math.floor(to / per))] as const

/** Reads the blocks of a server, ascending. */
export function sealedRows(db: Database, tier: Tier): FindSealed {
  const rows = prepared<[number, number], { readonly at: number; readonly block: Uint8Array }>(
    db,
    `SELECT ${tier.period} AS at, block FROM ${tier.blocks} WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  return (range) =>
    rows.all(...keys(range, tier)).map(({ at, block }) => ({ at, length: block.length, block: () => block }))
}

/** Finds the blocks of a server, ascending, and reads those that are looked into: for who knows most of them already. */
export function sealedMarks(db: Database, tier: Tier): FindSealed {
  const { blocks, period } = tier
  const rows = prepared<[number, number], { readonly at: number; readonly length: number; readonly sum: string }>(
    db,
    `SELECT ${period} AS at, length(block) AS length, hex(substr(block, -${sumBytes})) AS sum
     FROM ${blocks} WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  const row = prepared<[number], { readonly block: Uint8Array }>(db, `SELECT block FROM ${blocks} WHERE id = ?`)
  return (range) =>
    rows.all(...keys(range, tier)).map(({ at, length, sum }) => ({
      at,
      length,
      mark: `${length} ${sum}`,
      block: () => row.get(packPeriod(range.number, at))?.block,
    }))
}

/**
 * Opens blocks of a server. One that is damaged is a period without records: it must not take the others with it.
 */
export function opener({ period }: Tier, log: Pick<Logger, 'error'>, fields?: readonly string[]) {
  const wanted = columnsOf(fields)
  return (number: number, { at, block }: SealedRow): RecordBlock | undefined => {
    const bytes = block()
    try {
      return bytes && openBlock(bytes, wanted)
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
