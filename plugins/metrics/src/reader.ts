import { type Core, tooManyRequests } from '@svc/plugin-sdk'
import { type RecordRange, recordsText } from './records-store.js'

/** A range of up to two hours is read on the main thread in about a millisecond; the rest goes to the worker. */
const shortMinutes = 120

/** Long reads that may wait at once: each holds its answer in memory, and other work of the worker waits behind them. */
const mostWaiting = 16

/** Reads records as JSON text. Throws 429 when too many long ranges are being read already. */
export function makeReader({ db, offload }: Pick<Core, 'db' | 'offload'>) {
  let waiting = 0
  return async (range: RecordRange): Promise<string> => {
    if (range.to - range.from <= shortMinutes) return recordsText(db, range)
    if (waiting >= mostWaiting) throw tooManyRequests(5)
    waiting += 1
    try {
      return await offload<RecordRange, string>(new URL('./read-records.js', import.meta.url), range)
    } finally {
      waiting -= 1
    }
  }
}
