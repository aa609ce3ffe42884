import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@svc/plugin-sdk'

/** Rolls back a transaction that deleted more than it sealed. */
export const strangers = new Error('rows of other servers came between those that were sealed')

/** What a transaction may take along: rows of neighbours share pages, so more of them are fewer pages to write. */
export const mostServers = 24

const pauseMs = 10

interface Work<Prepared> {
  /** what to write of up to `most` servers from place `from` on */
  prepare(numbers: readonly number[], from: number, most: number): readonly Prepared[]
  /** whether what was prepared is still to be written like that; it reads rows, and makes no blocks */
  isCurrent(one: Prepared): boolean
  write(some: readonly Prepared[]): void
}

/**
 * Seals some servers in one transaction and returns how many; none when somebody wrote meanwhile. Blocks are made before
 * the transaction, in which others wait, and a hostile host can make that long. A single server is sealed whatever others
 * write, as long as it is not about itself.
 */
export function sealSome<Prepared>(
  db: Database,
  { prepare, isCurrent, write }: Work<Prepared>,
  { numbers, from, most }: { numbers: readonly number[]; from: number; most: number },
): number {
  const version = db.prepare<[], { data_version: number }>('PRAGMA data_version')
  const before = version.get()?.data_version
  const some = prepare(numbers, from, most)
  try {
    return db.transaction(() => {
      const isCalm = version.get()?.data_version === before
      if (!isCalm && !(most === 1 && some.every(isCurrent))) return 0
      write(some)
      return some.length
    })
  } catch (error) {
    if (error === strangers) return 0
    throw error
  }
}

/** Seals all servers, some at a time. The busier the others are, the fewer at once, down to one. */
export async function inTurns(
  numbers: readonly number[],
  seal: (from: number, most: number) => number,
  signal: AbortSignal,
): Promise<void> {
  let most = mostServers
  for (let at = 0; at < numbers.length; ) {
    signal.throwIfAborted()
    const sealed = seal(at, most)
    at += sealed
    most = sealed > 0 ? Math.min(mostServers, most * 2) : Math.max(1, Math.floor(most / 2))
    await pause(pauseMs, undefined, { signal })
  }
}
