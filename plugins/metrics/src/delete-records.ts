import type { OffloadContext } from '@svc/plugin-sdk'
import { forgetStarts } from './gaps/agent-starts-store.ts'
import { deleteGpuRecords } from './gpu/gpu-records-store.ts'
import { forgetRecords } from './records-store.ts'
import { forgetHours } from './sealing/sealed-store.ts'

/** Goes on with what is not kept by minute: none is left. */
const rest = Number.MAX_SAFE_INTEGER

/**
 * Runs in the maintenance worker: deletes a few records of a deleted server and returns the minute to go on from. What is
 * sealed comes last, so that an hour that is sealed in between is not missed.
 */
export default ({ db }: OffloadContext, { number, from }: { number: number; from: number }): number | undefined =>
  forgetRecords(db, number, from) ??
  (forgetHours(db, number) || deleteGpuRecords(db, number) || forgetStarts(db, number) ? rest : undefined)
