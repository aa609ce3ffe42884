import type { OffloadContext } from '@svc/plugin-sdk'
import { purgeRecords } from './records-store.ts'

/** Runs in the maintenance worker and deletes the records of deleted monitors in batches. */
export default ({ db, signal }: OffloadContext): void => {
  while (!signal.aborted && purgeRecords(db));
}
