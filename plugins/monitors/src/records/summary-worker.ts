import type { OffloadContext } from '@svc/plugin-sdk'
import type { RecordRange } from './records-store.ts'
import { type Summary, summarize } from './summarize.ts'

/** Runs in the maintenance worker: a month of checks every ten seconds is a quarter of a million rows. */
export default ({ db }: OffloadContext, range: RecordRange): Summary => summarize(db, range)
