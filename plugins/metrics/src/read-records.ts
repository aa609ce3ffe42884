import type { OffloadContext } from '@svc/plugin-sdk'
import { type RecordRange, recordsText } from './records-store.js'

/** Runs in the maintenance worker: reads a long range. */
export default ({ db }: OffloadContext, range: RecordRange): string => recordsText(db, range)
