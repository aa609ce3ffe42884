import type { Server } from '@svc/plugin-enrollment/contract'
import type { Core, Database, OffloadContext } from '@svc/plugin-sdk'
import { numberBits, packKey, minuteOfKey as unitOfKey } from '@svc/series'
import { deleteStarts } from './gaps/agent-starts-store.ts'
import { deleteGpuRecords } from './gpu-records.ts'
import { deleteRecords } from './records-store.ts'
import { deleteSealed } from './sealing/sealed-store.ts'

/**
 * Deletes the history of deleted servers. It is scattered over whole tables, so the worker deletes it in batches after the
 * commit. If the program stops midway, retention removes the rest. Nobody can read it: every read starts from an existing
 * server, and server numbers are never reused.
 */
export function makeServerDeletion({ log, offload }: Pick<Core, 'log' | 'offload'>) {
  const abort = new AbortController()
  const { signal } = abort
  const module = new URL('./server-deletion.js', import.meta.url)
  const deleteAll = async (number: number) => {
    for (let from: number | undefined = 0; from !== undefined && !signal.aborted; ) {
      from = await offload<DeletionInput, number | undefined>(module, { number, from }, { signal })
    }
  }
  return {
    start({ id, number }: Server) {
      deleteAll(number).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error, server: id }, 'failed to delete the history of a deleted server')
      })
    },
    stop: () => abort.abort(),
  }
}

interface DeletionInput {
  readonly number: number
  /** the minute to continue from */
  readonly from: number
}

/** Continues after the last minute, with the tables that are not keyed by minute. */
const afterLastMinute = Number.MAX_SAFE_INTEGER

const tablesByUnit = [
  'metrics_traffic_hourly',
  'metrics_traffic_daily',
  'metrics_uptime_days',
  'metrics_activity_hours',
]

/**
 * Runs in the maintenance worker: deletes a batch of a deleted server's history and returns the minute to continue from.
 * Sealed blocks are deleted after the records so that an hour sealed in the meantime is not missed.
 */
export default ({ db }: OffloadContext, { number, from }: DeletionInput): number | undefined => {
  const next = deleteRecords(db, number, from)
  if (next !== undefined) return next
  if (deleteSealed(db, number) || deleteGpuRecords(db, number) || deleteStarts(db, number)) return afterLastMinute
  for (const table of tablesByUnit) deleteServerRows(db, table, number)
  return undefined
}

/** Keys per transaction, to stay well below the 10 ms that other writers may have to wait. */
const batchSize = 500

/**
 * Deletes the rows of one server from a table with keys `unit << 20 | server number`, in batches. Skips units without any
 * rows: after a wrong system clock there may be years of them.
 */
export function deleteServerRows(db: Database, table: string, number: number): void {
  const next = db.prepare<[number], { id: number }>(`SELECT id FROM ${table} WHERE id >= ? ORDER BY id LIMIT 1`)
  const remove = db.prepare<[{ first: number; last: number; step: number }]>(`
    DELETE FROM ${table} WHERE id IN (
      WITH RECURSIVE k (id) AS (SELECT @first UNION ALL SELECT id + @step FROM k WHERE id < @last) SELECT id FROM k)`)
  for (let found = next.get(0); found; ) {
    const from = unitOfKey(found.id)
    const end = from + batchSize
    const keys = { first: packKey(from, number), last: packKey(end - 1, number), step: 2 ** numberBits }
    db.transaction(() => remove.run(keys))
    found = next.get(packKey(end, 0))
  }
}
