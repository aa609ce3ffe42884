import type { OffloadContext } from '@svc/plugin-sdk'
import { forgetRecords } from './records-store.ts'

/** Runs in the maintenance worker: deletes the records of deleted monitors, some at a time. */
export default ({ db, signal }: OffloadContext): void => {
  while (!signal.aborted && forgetRecords(db));
}
