import { setTimeout as pause } from 'node:timers/promises'
import type { OffloadContext } from '@svc/plugin-sdk'
import { networkTables, pingTables } from './keys.ts'
import { sealingStore, serversPerTransaction } from './sealing-store.ts'

export interface SealInput {
  /** the incomplete hour, in hours since the epoch */
  readonly currentHour: number
}

const pauseMs = 10

/** Runs in the maintenance worker and seals complete hours. After an interruption the next run continues. */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> => {
  for (const tables of [networkTables, pingTables]) {
    const store = sealingStore(db, tables, log)
    for (let hour = store.nextHour(0); hour !== undefined && hour < currentHour; hour = store.nextHour(hour + 1)) {
      const servers = store.serversOf(hour)
      for (let at = 0; at < servers.length; at += serversPerTransaction) {
        signal.throwIfAborted()
        store.seal(servers.slice(at, at + serversPerTransaction), hour)
        await pause(pauseMs, undefined, { signal })
      }
    }
  }
}
