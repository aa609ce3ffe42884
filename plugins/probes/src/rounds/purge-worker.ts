import { setTimeout as pause } from 'node:timers/promises'
import type { OffloadContext } from '@svc/plugin-sdk'
import { type Forgotten, numbersStore } from '../numbers-store.ts'
import { networkTables, pingTables } from './keys.ts'
import { purgeSeries, purgeServer } from './purge-store.ts'

const pauseMs = 5

const tablesOf = { target: networkTables, task: pingTables }

/**
 * Runs in the maintenance worker and deletes the rounds of deleted servers, targets and tasks in batches. After an
 * interruption the next run starts the unfinished entry over.
 */
export default async ({ db, signal }: OffloadContext): Promise<void> => {
  const numbers = numbersStore(db)
  const rest = () => pause(pauseMs, undefined, { signal })

  async function purge({ kind, number }: Forgotten) {
    if (kind === 'server') {
      for (const tables of [networkTables, pingTables]) while (purgeServer(db, tables, number)) await rest()
      return
    }
    const { hot, hours, days } = tablesOf[kind]
    // Sealing moves rounds in this order, so rounds moved meanwhile are found in a later table.
    for (const table of [hot, hours, ...(days ? [days] : [])]) {
      let from: number | undefined = 0
      while (from !== undefined) {
        from = purgeSeries(db, table, number, from)
        await rest()
      }
    }
  }

  for (const entry of numbers.forgotten()) {
    await purge(entry)
    numbers.settle(entry)
  }
}
