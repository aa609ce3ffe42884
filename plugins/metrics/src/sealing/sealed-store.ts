import type { Database, Logger } from '@svc/plugin-sdk'
import { checksumBytes, packPeriod, periodsOfServer } from '@svc/series'
import {
  type BucketRange,
  blocksOf,
  cachedStatement,
  columnsOf,
  hours,
  type ReadBlocks,
  type RecordBlock,
  type Row,
  type Tier,
} from '../record-block.ts'
import { openBlock } from './block-code.ts'

/** A stored block. */
export interface SealedRow {
  /** the period */
  readonly at: number
  /** bytes of the block */
  readonly length: number
  /** length and checksum; changes when the block is replaced. Only set by `sealedVersions` */
  readonly version?: string
  /** undefined if it has been deleted in the meantime */
  block(): Uint8Array | undefined
}

type FindSealed = (range: BucketRange) => readonly SealedRow[]

const keys = ({ number, from, to }: BucketRange, { per }: Tier) =>
  [packPeriod(number, Math.floor(from / per)), packPeriod(number, Math.floor(to / per))] as const

/** Reads a server's blocks, ascending. */
export function sealedRows(db: Database, tier: Tier): FindSealed {
  const rows = cachedStatement<[number, number], { readonly at: number; readonly block: Uint8Array }>(
    db,
    `SELECT ${tier.period} AS at, block FROM ${tier.blocks} WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  return (range) =>
    rows.all(...keys(range, tier)).map(({ at, block }): SealedRow => ({ at, length: block.length, block: () => block }))
}

/** Finds the first period of a range with a block. */
export function firstSealed(db: Database, tier: Tier): (range: BucketRange) => number | undefined {
  const first = cachedStatement<[number, number], { readonly at: number }>(
    db,
    `SELECT ${tier.period} AS at FROM ${tier.blocks} WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1`,
  )
  return (range) => first.get(...keys(range, tier))?.at
}

/** Finds a server's blocks, ascending, but reads a block only on demand, since most are cached. */
export function sealedVersions(db: Database, tier: Tier): FindSealed {
  const { blocks, period } = tier
  const rows = cachedStatement<
    [number, number],
    { readonly at: number; readonly length: number; readonly sum: string }
  >(
    db,
    `SELECT ${period} AS at, length(block) AS length, hex(substr(block, -${checksumBytes})) AS sum
     FROM ${blocks} WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  const row = cachedStatement<[number], { readonly block: Uint8Array }>(db, `SELECT block FROM ${blocks} WHERE id = ?`)
  return (range) =>
    rows.all(...keys(range, tier)).map(
      ({ at, length, sum }): SealedRow => ({
        at,
        length,
        version: `${length} ${sum}`,
        block: () => row.get(packPeriod(range.number, at))?.block,
      }),
    )
}

/**
 * Opens blocks. A corrupt block is logged and skipped so that the others can still be read.
 */
export function makeBlockOpener({ period }: Tier, log: Pick<Logger, 'error'>, fields?: readonly string[]) {
  const wanted = columnsOf(fields)
  return (number: number, { at, block }: SealedRow): RecordBlock | undefined => {
    const bytes = block()
    try {
      return bytes && openBlock(bytes, wanted)
    } catch (error) {
      const where = { server_number: number, [period]: at }
      log.error({ err: error, ...where }, `failed to read a sealed ${period}; skipped`)
      return undefined
    }
  }
}

/** The first hour of a range with an unsealed hourly record. */
export const firstHourlyRow = (db: Database, { number, from, to }: BucketRange): number | undefined => {
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

const deleteBatchSize = 100
const tables = ['metrics_sealed_hours', 'metrics_hourly_records', 'metrics_sealed_days']

/** Deletes one batch of a server's hourly records and sealed blocks. Returns false when none are left. */
export function deleteSealed(db: Database, number: number): boolean {
  const { first, last } = periodsOfServer(number)
  return db.transaction(() =>
    tables.some((table) => {
      const some = `SELECT id FROM ${table} WHERE id BETWEEN ? AND ? LIMIT ${deleteBatchSize}`
      return db.prepare<[number, number]>(`DELETE FROM ${table} WHERE id IN (${some})`).run(first, last).changes > 0
    }),
  )
}
