import type { Database, Logger } from '@svc/plugin-sdk'
import { checksumBytes, DamagedBlock } from './checked-block.ts'
import { packPeriod } from './keys.ts'
import { cachedStatement } from './statements.ts'
import type { Blocks } from './tables.ts'
import type { ServerRange } from './time-rows.ts'

export interface StoredBlock {
  readonly period: number
  /** in bytes */
  readonly length: number
  /** changes when the block is replaced */
  readonly version: string
  /** undefined if it has been deleted in the meantime */
  block(): Uint8Array | undefined
}

const versionOf = (block: Uint8Array) =>
  `${block.length} ${Buffer.from(block.subarray(-checksumBytes)).toString('hex').toUpperCase()}`

/** The blocks of a table that `createBlocks` made. The periods of a range count hours or days. */
export function blocksStore(db: Database, { table, unit }: Blocks) {
  const get = (number: number, period: number) =>
    cachedStatement<[number], { block: Uint8Array }>(db, `SELECT block FROM ${table} WHERE id = ?`).get(
      packPeriod(number, period),
    )?.block
  const find = <R>(columns: string, { number, from, to }: ServerRange, limit = '') =>
    cachedStatement<[number, number], R & { readonly period: number }>(
      db,
      `SELECT ${unit} AS period${columns} FROM ${table} WHERE id BETWEEN ? AND ? ORDER BY id ${limit}`,
    ).all(packPeriod(number, from), packPeriod(number, to))
  return {
    get,
    put(number: number, period: number, block: Uint8Array): void {
      cachedStatement<[number, number, Uint8Array]>(
        db,
        `INSERT OR REPLACE INTO ${table} (id, ${unit}, block) VALUES (?, ?, ?)`,
      ).run(packPeriod(number, period), period, block)
    },
    /** The first period of a range with a block. */
    first: (range: ServerRange): number | undefined => find('', range, 'LIMIT 1')[0]?.period,
    /** Reads blocks, ascending. */
    list: (range: ServerRange): StoredBlock[] =>
      find<{ block: Uint8Array }>(', block', range).map(({ period, block }) => ({
        period,
        length: block.length,
        get version() {
          return versionOf(block)
        },
        block: () => block,
      })),
    /** Finds blocks, ascending, but reads each of them only on demand, for those who have most of them in a cache. */
    versions: (range: ServerRange): StoredBlock[] =>
      find<{ length: number; sum: string }>(
        `, length(block) AS length, hex(substr(block, -${checksumBytes})) AS sum`,
        range,
      ).map(({ period, length, sum }) => ({
        period,
        length,
        version: `${length} ${sum}`,
        block: () => get(range.number, period),
      })),
  }
}

type Open<T> = (block: Uint8Array, period: number) => T

/**
 * Opens blocks. A damaged one is logged and counts as missing, so that the others can still be read and late rows replace it.
 * One that cannot be opened for another reason, such as a newer version, throws with `isWriting`: it must not be replaced.
 */
export const blockOpener =
  <T>({ table, unit }: Blocks, log: Pick<Logger, 'error'>, open: Open<T>, isWriting = false) =>
  (number: number, { period, block }: Pick<StoredBlock, 'period' | 'block'>): T | undefined => {
    const bytes = block()
    try {
      return bytes && open(bytes, period)
    } catch (error) {
      if (isWriting && !(error instanceof DamagedBlock)) throw error
      log.error({ err: error, table, server_number: number, [unit]: period }, 'skipped a block that cannot be read')
      return undefined
    }
  }
