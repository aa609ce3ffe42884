import { type Core, type Logger, tooManyRequests } from '@svc/plugin-sdk'
import { columns } from './columns.ts'
import { freeBuffer } from './free-buffer.ts'
import { type HistoryRange, historyJson } from './history.ts'
import type { JsonResult } from './json-bytes.ts'
import { makeJsonCache } from './json-cache.ts'

/** Two hours of whole records, or a day of a few metrics, take about a millisecond; the rest goes to the worker. */
const maxShortRange = 120
const maxShortNumbers = 8000

/** Block bytes that can be read in a few milliseconds: whole records including texts, or numbers only. */
const maxBlockBytes = { whole: 32 * 1024, numbers: 4 * 1024 * 1024 }

const textColumns = columns.filter(({ type }) => type === 'TEXT').map(({ name }) => name)

const hasTexts = ({ fields }: HistoryRange) => !fields || fields.some((name) => textColumns.includes(name))

function isShort(range: HistoryRange): boolean {
  const { tier, from, to, fields } = range
  if (tier === 'gpu') return false
  const length = to - from
  return (
    length <= maxShortRange || (fields !== undefined && length * fields.length <= maxShortNumbers && !hasTexts(range))
  )
}

/** Size of the cache of sealed periods' JSON: about a day of a few metrics of a hundred servers. */
const cacheBytes = 16 * 1024 * 1024

/** Limit of concurrent long reads: each holds its response in memory and delays other work of the worker. */
const maxQueuedReads = 16

interface Dependencies extends Pick<Core, 'db' | 'offload'> {
  readonly log: Pick<Logger, 'error'>
}

/** Reads records as JSON. Throws 429 when too many long ranges are already being read. */
export function makeReader({ db, log, offload }: Dependencies) {
  const cache = makeJsonCache(cacheBytes)
  let queuedReads = 0
  return async (range: HistoryRange): Promise<JsonResult> => {
    const maxWeight = hasTexts(range) ? maxBlockBytes.whole : maxBlockBytes.numbers
    const found = isShort(range) ? historyJson(db, range, log, { cache, maxWeight }) : undefined
    if (found) return found
    if (queuedReads >= maxQueuedReads) throw tooManyRequests(5)
    queuedReads += 1
    try {
      const module = new URL('./read-records.js', import.meta.url)
      const bytes = await offload<HistoryRange, Uint8Array<ArrayBuffer>>(module, range)
      return { bytes, release: () => freeBuffer(bytes) }
    } finally {
      queuedReads -= 1
    }
  }
}
