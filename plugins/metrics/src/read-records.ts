import type { OffloadContext } from '@svc/plugin-sdk'
import { type HistoryRange, historyJson } from './history.js'

/** Runs in the maintenance worker: reads a long range. */
export default ({ db, log }: OffloadContext, range: HistoryRange): Uint8Array => historyJson(db, range, log)
