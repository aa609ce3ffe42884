import type { OffloadContext } from '@svc/plugin-sdk'
import { forgetStarts } from './gaps/agent-starts-store.js'
import { forgetGpus } from './gpu/gpu-records-store.js'
import { forgetRecords } from './records-store.js'
import { forgetHours } from './sealing/sealed-store.js'

/** Goes on with what is not kept by minute: none is left. */
const rest = Number.MAX_SAFE_INTEGER

/**
 * Runs in the maintenance worker: deletes a few records of a deleted server and returns the minute to go on from. What is
 * sealed comes last, so that an hour that is sealed in between is not missed.
 */
export default ({ db }: OffloadContext, { number, from }: { number: number; from: number }): number | undefined =>
  forgetRecords(db, number, from) ??
  (forgetHours(db, number) || forgetGpus(db, number) || forgetStarts(db, number) ? rest : undefined)
