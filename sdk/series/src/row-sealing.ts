import type { Database, Logger } from '@svc/plugin-sdk'
import { blockOpener, blocksStore } from './blocks.ts'
import { type Sealing, unexpectedRows } from './sealing.ts'
import type { Blocks } from './tables.ts'
import { timeRows } from './time-rows.ts'

/** The rows that are sealed, by period. */
export interface UnsealedRows {
  /** The first period at or after `period` that has rows. */
  nextPeriod(period: number): number | undefined
  /** Numbers of the servers with rows in a period, ascending. */
  serversOf(period: number): readonly number[]
  /** Deletes all rows of neighbors in `serversOf` and returns how many. */
  remove(numbers: readonly number[], period: number): number
}

/** Rows of a table of `createRows`, `per` of them in each period of a server. */
export function unsealedRows(db: Database, table: string, per: number): UnsealedRows {
  const rows = timeRows(db, table)
  const spanOf = (period: number) => ({ from: period * per, to: (period + 1) * per - 1 })
  return {
    nextPeriod(period) {
      const unit = rows.next(period * per)
      return unit === undefined ? undefined : Math.floor(unit / per)
    },
    serversOf: (period) => rows.servers(spanOf(period)),
    remove: (numbers, period) => rows.remove(spanOf(period), numbers[0] as number, numbers.at(-1) as number),
  }
}

/** How the rows of a server become a block, and are added to one when they come late. */
export interface RowSealing<Rows, Content> {
  readonly log: Pick<Logger, 'error'>
  readonly blocks: Blocks
  readonly unsealed: UnsealedRows
  /** maximum servers per transaction */
  readonly maxServers: number
  /** maximum servers of a transaction whose rows are compared when others have written in the meantime */
  readonly maxCompared: number
  /** Limits a transaction by what its rows weigh. */
  readonly weight?: { readonly most: number; of(rows: Rows): number }
  /** Reads the rows of a server; undefined if there are none. */
  read(number: number, period: number): Rows | undefined
  count(rows: Rows): number
  /** Whether both are the same rows. Without it only the maintenance worker writes them. */
  isSame?(before: Rows, now: Rows): boolean
  content(rows: Rows, period: number): Content
  open(block: Uint8Array, period: number): Content
  /** What is in both counts as in `newer`. */
  merge(older: Content, newer: Content): Content
  seal(content: Content, period: number): Uint8Array | undefined
  /** Makes a digest of a period; what it returns is called in the transaction and stores it. */
  digest?(number: number, period: number, content: Content): (() => void) | undefined
}

/** A server whose rows are ready to be moved. */
export interface PreparedRows<Rows> {
  readonly number: number
  /** nothing of a server that has no rows or could not be sealed */
  readonly done?: {
    readonly rows: Rows
    readonly block: Uint8Array
    readonly storeDigest: (() => void) | undefined
  }
}

/** Moves rows into blocks. Rows of a server that cannot be sealed stay, are read as before, and do not stop the others. */
export function rowSealing<Rows, Content>(db: Database, how: RowSealing<Rows, Content>): Sealing<PreparedRows<Rows>> {
  const { log, blocks, unsealed, maxServers, maxCompared, weight, read, isSame } = how
  const store = blocksStore(db, blocks)
  const open = blockOpener(blocks, log, how.open, true)

  function prepare(number: number, period: number): PreparedRows<Rows> {
    try {
      const rows = read(number, period)
      if (rows === undefined) return { number }
      const fresh = how.content(rows, period)
      const older = open(number, { period, block: () => store.get(number, period) })
      const content = older === undefined ? fresh : how.merge(older, fresh)
      const block = how.seal(content, period)
      return block ? { number, done: { rows, block, storeDigest: how.digest?.(number, period, content) } } : { number }
    } catch (error) {
      const where = { table: blocks.table, server_number: number, [blocks.unit]: period }
      log.error({ err: error, ...where }, 'failed to seal the rows of a server; they stay')
      return { number }
    }
  }

  function write(some: readonly PreparedRows<Rows>[], period: number): void {
    let [read, removed] = [0, 0]
    let neighbors: number[] = []
    const remove = () => {
      if (neighbors.length > 0) removed += unsealed.remove(neighbors, period)
      neighbors = []
    }
    for (const { number, done } of some) {
      if (!done) remove()
      else {
        store.put(number, period, done.block)
        done.storeDigest?.()
        read += how.count(done.rows)
        neighbors.push(number)
      }
    }
    remove()
    // A server that had no rows before may lie between two others.
    if (removed !== read) throw unexpectedRows
  }

  return {
    maxServers,
    maxCompared,
    ...unsealed,
    prepare(servers, from, most, period) {
      const some: PreparedRows<Rows>[] = []
      let total = 0
      for (let at = from; at < servers.length && some.length < most && total < (weight?.most ?? Infinity); at++) {
        const prepared = prepare(servers[at] as number, period)
        some.push(prepared)
        if (prepared.done) total += weight?.of(prepared.done.rows) ?? 0
      }
      return some
    },
    isCurrent({ number, done }, period) {
      if (!done || !isSame) return true
      const now = read(number, period)
      return now !== undefined && isSame(done.rows, now)
    },
    write,
  }
}
