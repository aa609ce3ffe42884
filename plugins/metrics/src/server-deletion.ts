import type { Server } from '@svc/plugin-enrollment/contract'
import type { Core, OffloadContext } from '@svc/plugin-sdk'
import { deleteServerRows } from '@svc/series'
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

/**
 * Runs in the maintenance worker: deletes a batch of a deleted server's history and returns the minute to continue from.
 * Sealed blocks are deleted after the records so that an hour sealed in the meantime is not missed.
 */
export default ({ db }: OffloadContext, { number, from }: DeletionInput): number | undefined => {
  const next = deleteRecords(db, number, from)
  if (next !== undefined) return next
  if (deleteSealed(db, number) || deleteGpuRecords(db, number) || deleteStarts(db, number)) return afterLastMinute
  deleteServerRows(db, 'metrics_uptime_days', number)
  return undefined
}
