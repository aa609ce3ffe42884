import { setTimeout as pause } from 'node:timers/promises'
import type { OffloadContext } from '@svc/plugin-sdk'
import { mostServers, sealingStore } from './sealing-store.js'

export interface SealInput {
  /** the hour that is not complete yet, since the epoch */
  readonly currentHour: number
}

const pauseMs = 10

/**
 * Runs in the maintenance worker: seals every complete hour, some servers per transaction. Only the hour that was
 * completed last becomes hourly records. It may end anywhere: what is left is done by the next run.
 */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> => {
  const store = sealingStore(db, log)
  for (let hour = store.nextHour(0); hour !== undefined && hour < currentHour; hour = store.nextHour(hour + 1)) {
    const numbers = store.serversOf(hour)
    let most = mostServers
    for (let at = 0; at < numbers.length; ) {
      signal.throwIfAborted()
      const sealed = store.seal(numbers, at, { hour, summary: hour === currentHour - 1, most })
      at += sealed
      // the busier the others are, the fewer at once, down to one, which always goes
      most = sealed > 0 ? Math.min(mostServers, most * 2) : Math.floor(most / 2)
      await pause(pauseMs, undefined, { signal })
    }
  }
}
