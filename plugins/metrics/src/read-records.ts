import type { OffloadContext } from '@svc/plugin-sdk'
import { type HistoryRange, historyJson } from './history.ts'

/** Runs in the maintenance worker: reads a long range. */
export default ({ db, log }: OffloadContext, range: HistoryRange): Uint8Array => {
  const { bytes, giveBack } = historyJson(db, range, log)
  // bytes that have their memory for themselves are handed over
  const own = new Uint8Array(bytes)
  giveBack()
  return own
}
