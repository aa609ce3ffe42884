import { type Core, tooManyRequests } from '@svc/plugin-sdk'
import { type HistoryRange, historyText } from './history.js'

/** Records of up to two hours are read on the main thread in about a millisecond; the rest goes to the worker. */
const shortRange = 120

/** Long reads that may wait at once: each holds its answer in memory, and other work of the worker waits behind them. */
const mostWaiting = 16

/** Reads records as JSON, long ranges as its bytes. Throws 429 when too many long ranges are being read already. */
export function makeReader({ db, log, offload }: Pick<Core, 'db' | 'log' | 'offload'>) {
  let waiting = 0
  return async (range: HistoryRange): Promise<string | Uint8Array> => {
    if (range.tier !== 'gpu' && range.to - range.from <= shortRange) return historyText(db, range, log)
    if (waiting >= mostWaiting) throw tooManyRequests(5)
    waiting += 1
    try {
      return await offload<HistoryRange, Uint8Array>(new URL('./read-records.js', import.meta.url), range)
    } finally {
      waiting -= 1
    }
  }
}
