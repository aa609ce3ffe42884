import { type Core, type Logger, tooManyRequests } from '@svc/plugin-sdk'
import { columns } from './columns.ts'
import { letGo } from './free-buffer.ts'
import { type HistoryRange, historyJson } from './history.ts'
import type { WrittenJson } from './json-bytes.ts'
import { writtenPeriods } from './json-cache.ts'

/** Whole records of two hours, or a few numbers of a day, are read in about a millisecond; the rest goes to the worker. */
const shortRange = 120
const fewNumbers = 8000

/** Bytes of blocks that are read in some milliseconds, with their texts and for a few numbers only. */
const mostBytes = { whole: 32 * 1024, numbers: 4 * 1024 * 1024 }

const textColumns = columns.filter(({ type }) => type === 'TEXT').map(({ name }) => name)

const hasTexts = ({ fields }: HistoryRange) => !fields || fields.some((name) => textColumns.includes(name))

function isShort(range: HistoryRange): boolean {
  const { tier, from, to, fields } = range
  if (tier === 'gpu') return false
  const length = to - from
  return length <= shortRange || (fields !== undefined && length * fields.length <= fewNumbers && !hasTexts(range))
}

/** Of JSON of sealed hours and days that short reads may need again: a day of some figures of a hundred servers. */
const writtenBytes = 16 * 1024 * 1024

/** Long reads that may wait at once: each holds its answer in memory, and other work of the worker waits behind them. */
const mostWaiting = 16

interface Dependencies extends Pick<Core, 'db' | 'offload'> {
  readonly log: Pick<Logger, 'error'>
}

/** Reads records as JSON. Throws 429 when too many long ranges are being read already. */
export function makeReader({ db, log, offload }: Dependencies) {
  const written = writtenPeriods(writtenBytes)
  let waiting = 0
  return async (range: HistoryRange): Promise<WrittenJson> => {
    const most = hasTexts(range) ? mostBytes.whole : mostBytes.numbers
    const found = isShort(range) ? historyJson(db, range, log, { written, most }) : undefined
    if (found) return found
    if (waiting >= mostWaiting) throw tooManyRequests(5)
    waiting += 1
    try {
      const module = new URL('./read-records.js', import.meta.url)
      const bytes = await offload<HistoryRange, Uint8Array<ArrayBuffer>>(module, range)
      return { bytes, giveBack: () => letGo(bytes) }
    } finally {
      waiting -= 1
    }
  }
}
