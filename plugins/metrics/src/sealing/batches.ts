import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@svc/plugin-sdk'

/** Thrown to roll back a transaction that would delete more rows than it sealed. */
export const unexpectedRows = new Error('unexpected rows between the sealed ones')

/** Maximum servers per transaction. Rows of adjacent servers share pages, so larger batches write fewer pages. */
export const maxServers = 24

const pauseMs = 10

interface Work<Prepared> {
  /** prepares up to `most` servers, starting at index `from` */
  prepare(numbers: readonly number[], from: number, most: number): readonly Prepared[]
  /** whether the prepared data is still up to date; must be cheap */
  isCurrent(one: Prepared): boolean
  write(some: readonly Prepared[]): void
}

/**
 * Seals a batch of servers in one transaction and returns how many, or 0 if the database was written in the meantime.
 * Blocks are built before the transaction, which blocks other writers, because a hostile host can make that slow. A single
 * server is sealed anyway unless its own rows changed.
 */
export function sealBatch<Prepared>(
  db: Database,
  { prepare, isCurrent, write }: Work<Prepared>,
  { numbers, from, most }: { numbers: readonly number[]; from: number; most: number },
): number {
  const version = db.prepare<[], { data_version: number }>('PRAGMA data_version')
  const before = version.get()?.data_version
  const some = prepare(numbers, from, most)
  try {
    return db.transaction(() => {
      const isUnchanged = version.get()?.data_version === before
      if (!isUnchanged && !(most === 1 && some.every(isCurrent))) return 0
      write(some)
      return some.length
    })
  } catch (error) {
    if (error === unexpectedRows) return 0
    throw error
  }
}

/** Seals all servers in batches, with smaller batches under concurrent writes. */
export async function sealInBatches(
  numbers: readonly number[],
  seal: (from: number, most: number) => number,
  signal: AbortSignal,
): Promise<void> {
  let most = maxServers
  for (let at = 0; at < numbers.length; ) {
    signal.throwIfAborted()
    const sealed = seal(at, most)
    at += sealed
    most = sealed > 0 ? Math.min(maxServers, most * 2) : Math.max(1, Math.floor(most / 2))
    await pause(pauseMs, undefined, { signal })
  }
}
