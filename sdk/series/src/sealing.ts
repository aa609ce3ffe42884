import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@svc/plugin-sdk'

/** Thrown by `write` to roll back a transaction that would delete more rows than it sealed. */
export const unexpectedRows = new Error('unexpected rows between the sealed ones')

/** How rows of complete periods, in hours or days since the epoch, become one block per server. */
export interface Sealing<Prepared> {
  /** Maximum servers per transaction. */
  readonly maxServers: number
  /** If other writers committed in the meantime, batches of up to this many servers are checked by `isCurrent`. */
  readonly maxCompared: number
  /** The first period at or after `period` that has rows. */
  nextPeriod(period: number): number | undefined
  /** Numbers of the servers with rows in a period, ascending. */
  serversOf(period: number): readonly number[]
  /**
   * Builds the blocks of up to `most` of the servers, starting at index `from`, before the transaction. Also returns servers
   * that cannot be sealed, whose rows stay.
   */
  prepare(servers: readonly number[], from: number, most: number, period: number): readonly Prepared[]
  /** Whether a block still has all rows of its server; must be cheap. */
  isCurrent(one: Prepared, period: number): boolean
  /** Writes blocks, and deletes the rows they were built from. */
  write(some: readonly Prepared[], period: number): void
}

export interface Batch {
  readonly servers: readonly number[]
  /** index of the first server */
  readonly from: number
  readonly most: number
  readonly period: number
}

/**
 * Seals a batch of servers in one transaction and returns how many, or 0 if rows were written in the meantime. Blocks are
 * built before the transaction, which blocks other writers, because a hostile host can make that slow.
 */
export function sealBatch<Prepared>(
  db: Database,
  { maxCompared, prepare, isCurrent, write }: Sealing<Prepared>,
  { servers, from, most, period }: Batch,
): number {
  const version = db.prepare<[], { data_version: number }>('PRAGMA data_version')
  const before = version.get()?.data_version
  const some = prepare(servers, from, most, period)
  try {
    return db.transaction(() => {
      const isUnchanged = version.get()?.data_version === before
      if (!isUnchanged && !(most <= maxCompared && some.every((one) => isCurrent(one, period)))) return 0
      write(some, period)
      return some.length
    })
  } catch (error) {
    if (error === unexpectedRows) return 0
    throw error
  }
}

/** Lets other writers in between two transactions. */
const pauseMs = 10

interface Limits {
  /** the incomplete period */
  readonly current: number
  readonly signal: AbortSignal
}

/**
 * Seals all periods before the current one, in smaller batches while others write. It can be interrupted at any point: a
 * period of a server is either rows or a block, and the next run continues.
 */
export async function sealPeriods<Prepared>(
  db: Database,
  sealing: Sealing<Prepared>,
  { current, signal }: Limits,
): Promise<void> {
  const { maxServers, nextPeriod, serversOf } = sealing
  for (let period = nextPeriod(0); period !== undefined && period < current; period = nextPeriod(period + 1)) {
    const servers = serversOf(period)
    let most = maxServers
    for (let from = 0; from < servers.length; ) {
      signal.throwIfAborted()
      const sealed = sealBatch(db, sealing, { servers, from, most, period })
      from += sealed
      most = sealed > 0 ? Math.min(maxServers, most * 2) : Math.max(1, Math.floor(most / 2))
      await pause(pauseMs, undefined, { signal })
    }
  }
}
