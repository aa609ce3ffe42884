import { setTimeout as pause } from 'node:timers/promises'
import type { OffloadContext } from '@svc/plugin-sdk'
import { type Forgotten, numbersStore } from '../numbers-store.ts'
import { forgetSeries, forgetServer } from './forgetting-store.ts'
import { networkTables, pingTables } from './keys.ts'

const pauseMs = 5

const tablesOf = { target: networkTables, task: pingTables }

/**
 * Runs in the maintenance worker: deletes what is stored of deleted servers, targets and tasks, a little at a time. It may
 * end anywhere: what was not finished is still noted, and the next run begins with it anew.
 */
export default async ({ db, signal }: OffloadContext): Promise<void> => {
  const numbers = numbersStore(db)
  const rest = () => pause(pauseMs, undefined, { signal })

  async function forget({ kind, number }: Forgotten) {
    if (kind === 'server') {
      for (const tables of [networkTables, pingTables]) while (forgetServer(db, tables, number)) await rest()
      return
    }
    const { hot, hours, days } = tablesOf[kind]
    // Sealing moves from the first to the last of them, so what is moved meanwhile is met again.
    for (const table of [hot, hours, ...(days ? [days] : [])]) {
      let from: number | undefined = 0
      while (from !== undefined) {
        from = forgetSeries(db, table, number, from)
        await rest()
      }
    }
  }

  for (const one of numbers.forgotten()) {
    await forget(one)
    numbers.settle(one)
  }
}
