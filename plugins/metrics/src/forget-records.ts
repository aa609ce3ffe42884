import type { OffloadContext } from '@svc/plugin-sdk'
import { forgetRecords } from './records-store.js'

/** Runs in the maintenance worker: deletes a few records of a deleted server and returns the minute to go on from. */
export default ({ db }: OffloadContext, { number, from }: { number: number; from: number }): number | undefined =>
  forgetRecords(db, number, from)
