import { setTimeout as pause } from 'node:timers/promises'
import type { Core, OffloadContext } from '@svc/plugin-sdk'
import { periodsOfServer } from './keys.ts'
import { cachedStatement } from './statements.ts'
import { timeRows } from './time-rows.ts'

/** Lets other writers in between two transactions. */
const pauseMs = 5
/** Rows of `createRows` are in a page each; those of `createPeriods` are adjacent, but large. */
const batch = { units: 200, periods: 100 }

type Worker = Pick<OffloadContext, 'db' | 'signal'>

/** Calls `act`, which deletes some rows, as long as it returns true, with pauses for other writers. */
export async function inBatches(signal: AbortSignal, act: () => boolean): Promise<void> {
  while (act()) await pause(pauseMs, undefined, { signal })
}

/**
 * Deletes the rows of a server from a table of `createRows`. Keys are read before each transaction, so that reading from disk
 * blocks nobody. Skips units without any rows: after a wrong system clock there may be years of them.
 */
export async function deleteServerRows({ db, signal }: Worker, table: string, number: number): Promise<void> {
  const rows = timeRows(db, table)
  const read = rows.reader<object>([])
  const remove = cachedStatement<[number]>(db, `DELETE FROM ${table} WHERE id = ?`)
  let from = rows.next(0)
  await inBatches(signal, () => {
    if (from === undefined) return false
    const found = read({ number, from, to: from + batch.units - 1 })
    if (found.length > 0)
      db.transaction(() => {
        for (const { id } of found) remove.run(id)
      })
    from = rows.next(from + batch.units)
    return true
  })
}

/** Deletes the rows or blocks of a server from a table of `createPeriods`. */
export async function deleteServerPeriods({ db, signal }: Worker, table: string, number: number): Promise<void> {
  const { first, last } = periodsOfServer(number)
  const some = `SELECT id FROM ${table} WHERE id BETWEEN ? AND ? LIMIT ${batch.periods}`
  const remove = cachedStatement<[number, number]>(db, `DELETE FROM ${table} WHERE id IN (${some})`)
  await inBatches(signal, () => remove.run(first, last).changes > 0)
}

/**
 * Runs a module in the maintenance worker for each deleted server, after the commit: its history is scattered over whole
 * tables. If the program stops midway, retention removes the rest. Nobody can read it: every read starts from an existing
 * server, and numbers of servers are never used again.
 */
export function makeServerDeletion({ log, offload }: Pick<Core, 'log' | 'offload'>, module: URL) {
  const abort = new AbortController()
  const { signal } = abort
  return {
    start({ id, number }: { readonly id: string; readonly number: number }) {
      offload<number, void>(module, number, { signal }).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error, server: id }, 'failed to delete the history of a deleted server')
      })
    },
    stop: () => abort.abort(),
  }
}
