import type { OffloadContext } from '@svc/plugin-sdk'
import { type HistoryRange, historyJson } from './history.ts'

/** Entry point in the maintenance worker, for long ranges. */
export default ({ db, log }: OffloadContext, range: HistoryRange): Uint8Array => {
  const { bytes, release } = historyJson(db, range, log)
  // a copy with its copy buffer can be transferred
  const copy = new Uint8Array(bytes)
  release()
  return copy
}
