import type { OffloadContext } from '@svc/plugin-sdk'
import type { RecordSpan } from './records-store.ts'
import { type Summary, summarize } from './summarize.ts'

/** Runs in the maintenance worker: a month of a monitor that is checked every ten seconds is a quarter of a million rows. */
export default ({ db }: OffloadContext, span: RecordSpan): Summary => summarize(db, span)
