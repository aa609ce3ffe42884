import { setTimeout as pause } from 'node:timers/promises'
import type { OffloadContext } from '@svc/plugin-sdk'
import { sealingStore } from './sealing-store.js'

export interface SealInput {
  /** the hour that is not complete yet, since the epoch */
  readonly currentHour: number
}

/** Writers on the main thread wait for a transaction here: aim well below the 10 ms they may wait. */
const budgetMs = 4
const pauseMs = 10

/**
 * Runs in the maintenance worker: seals every complete hour, a few servers per transaction. Only the hour that was
 * completed last becomes hourly records. It may end anywhere: what is left is done by the next run.
 */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> => {
  const store = sealingStore(db, log)
  for (let hour = store.nextHour(0); hour !== undefined && hour < currentHour; hour = store.nextHour(hour + 1)) {
    const numbers = store.serversOf(hour)
    for (let at = 0; at < numbers.length; ) {
      signal.throwIfAborted()
      at = store.seal(numbers, at, { hour, summary: hour === currentHour - 1, budgetMs })
      await pause(pauseMs, undefined, { signal })
    }
  }
}
