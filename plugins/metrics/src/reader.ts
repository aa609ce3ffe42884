import { type Core, tooManyRequests } from '@svc/plugin-sdk'
import { columns } from './columns.js'
import { type HistoryRange, historyJson } from './history.js'

/** Whole records of two hours, or a few numbers of a day, are read in about a millisecond; the rest goes to the worker. */
const shortRange = 120
const fewNumbers = 8000

const textColumns = columns.filter(({ type }) => type === 'TEXT').map(({ name }) => name)

function isShort({ tier, from, to, fields }: HistoryRange): boolean {
  if (tier === 'gpu') return false
  const length = to - from
  if (length <= shortRange) return true
  return (
    fields !== undefined && length * fields.length <= fewNumbers && !fields.some((name) => textColumns.includes(name))
  )
}

/** Long reads that may wait at once: each holds its answer in memory, and other work of the worker waits behind them. */
const mostWaiting = 16

/** Reads records as JSON. Throws 429 when too many long ranges are being read already. */
export function makeReader({ db, log, offload }: Pick<Core, 'db' | 'log' | 'offload'>) {
  let waiting = 0
  return async (range: HistoryRange): Promise<Uint8Array> => {
    if (isShort(range)) return historyJson(db, range, log)
    if (waiting >= mostWaiting) throw tooManyRequests(5)
    waiting += 1
    try {
      return await offload<HistoryRange, Uint8Array>(new URL('./read-records.js', import.meta.url), range)
    } finally {
      waiting -= 1
    }
  }
}
