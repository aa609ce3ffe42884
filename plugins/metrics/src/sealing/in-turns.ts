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
  write(some: readonly Prepared[]): void
}

/**
 * Seals some servers in one transaction and returns how many; none when somebody wrote meanwhile. Blocks are made before
 * the transaction, in which others wait, so it is known that nothing changed since: except for a single server, which is
 * sealed whatever happens.
 */
export function sealSome<Prepared>(
  db: Database,
  { prepare, write }: Work<Prepared>,
  { numbers, from, most }: { numbers: readonly number[]; from: number; most: number },
): number {
  if (most === 1) {
    return db.transaction(() => {
      write(prepare(numbers, from, 1))
      return 1
    })
  }
  const version = db.prepare<[], { data_version: number }>('PRAGMA data_version')
  const before = version.get()?.data_version
  const some = prepare(numbers, from, most)
  try {
    return db.transaction(() => {
      if (version.get()?.data_version !== before) return 0
      write(some)
      return some.length
    })
  } catch (error) {
    if (error === strangers) return 0
    throw error
  }
}

/** Seals all servers, some at a time. The busier the others are, the fewer at once, down to one, which always goes. */
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
    most = sealed > 0 ? Math.min(mostServers, most * 2) : Math.floor(most / 2)
    await pause(pauseMs, undefined, { signal })
  }
}
