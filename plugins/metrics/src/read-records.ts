import type { OffloadContext } from '@svc/plugin-sdk'
import { type HistoryRange, historyText } from './history.js'

/** Runs in the maintenance worker: reads a long range. As bytes, because megabytes of text would hold the main thread. */
export default ({ db, log }: OffloadContext, range: HistoryRange): Uint8Array =>
  Buffer.from(historyText(db, range, log))
