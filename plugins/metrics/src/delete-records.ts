import type { OffloadContext } from '@svc/plugin-sdk'
import { deleteStarts } from './gaps/agent-starts-store.ts'
import { deleteGpuRecords } from './gpu/gpu-records-store.ts'
import { deleteRecords } from './records-store.ts'
import { deleteSealed } from './sealing/sealed-store.ts'

/** Continues after the last minute, with the tables that are not keyed by minute. */
const afterLastMinute = Number.MAX_SAFE_INTEGER

/**
 * Runs in the maintenance worker: deletes a batch of a deleted server's records and returns the minute to continue from.
 * Sealed blocks are deleted last so that an hour sealed in the meantime is not missed.
 */
export default ({ db }: OffloadContext, { number, from }: { number: number; from: number }): number | undefined =>
  deleteRecords(db, number, from) ??
  (deleteSealed(db, number) || deleteGpuRecords(db, number) || deleteStarts(db, number) ? afterLastMinute : undefined)
