import type { Database, Logger } from '@svc/plugin-sdk'
import { blockOpener, blocksStore, type StoredBlock } from './blocks.ts'
import type { Blocks } from './tables.ts'
import type { ServerRange } from './time-rows.ts'

/** The stored parts of a period: rows that are not sealed, a block, or both when rows came late. */
export interface StoredPeriod<T> {
  readonly fresh?: T
  readonly sealed?: StoredBlock
}

export interface Periods<T> {
  readonly blocks: Blocks
  readonly log: Pick<Logger, 'error'>
  /** units of a range per period */
  readonly per: number
  /** Reads what is not sealed, by period. */
  rows(range: ServerRange): ReadonlyMap<number, T>
  open(block: Uint8Array, period: number): T
  /** What is in both counts as in `newer`. */
  merge(older: T, newer: T): T
}

/** Reads what is stored of a server by period, ascending, whether sealed or not. */
export function periodsReader<T>(db: Database, { blocks, log, per, rows, open, merge }: Periods<T>) {
  const store = blocksStore(db, blocks)
  const opened = blockOpener(blocks, log, open)

  /**
   * Finds the parts of each period. Rows are read first: what is sealed in the meantime is seen twice rather than not at all,
   * and merged.
   */
  function find(range: ServerRange, how: 'list' | 'versions' = 'list'): (readonly [number, StoredPeriod<T>])[] {
    const all = new Map<number, StoredPeriod<T>>()
    for (const [period, fresh] of rows(range)) all.set(period, { fresh })
    const periods = { number: range.number, from: Math.floor(range.from / per), to: Math.floor(range.to / per) }
    for (const sealed of store[how](periods)) all.set(sealed.period, { ...all.get(sealed.period), sealed })
    return [...all].sort(([a], [b]) => a - b)
  }

  function join(number: number, { fresh, sealed }: StoredPeriod<T>): T | undefined {
    const block = sealed && opened(number, sealed)
    return block && fresh ? merge(block, fresh) : (block ?? fresh)
  }

  return {
    find,
    /** The content of a period; undefined if its block is damaged and there is nothing else. */
    open: join,
    read(range: ServerRange): Map<number, T> {
      const all = find(range).map(([period, found]) => [period, join(range.number, found)] as const)
      return new Map(all.filter((one): one is [number, T] => one[1] !== undefined))
    },
  }
}
