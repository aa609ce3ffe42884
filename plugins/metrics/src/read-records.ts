import type { OffloadContext } from '@svc/plugin-sdk'
import { type HistoryRange, historyText } from './history.js'

/** Runs in the maintenance worker: reads a long range. */
export default ({ db, log }: OffloadContext, range: HistoryRange): string => historyText(db, range, log)
