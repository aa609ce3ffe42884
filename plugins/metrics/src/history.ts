import { MessageChannel } from 'node:worker_threads'
import {
  type Core,
  type Database,
  type Logger,
  makeFairQueue,
  type OffloadContext,
  tooManyRequests,
} from '@svc/plugin-sdk'
import { blocksStore, type Periods, periodsReader, type ServerRange, type StoredPeriod, timeRows } from '@svc/series'
import { columns } from './columns.ts'
import { gpuPart } from './gpu-records.ts'
import type { JsonResult } from './json-bytes.ts'
import { type JsonCache, makeJsonCache } from './json-cache.ts'
import {
  columnsOf,
  hours,
  mergeBlocks,
  minutes,
  type ReadBlocks,
  type RecordBlock,
  textLength,
} from './record-block.ts'
import { recordsWriter } from './record-json.ts'
import { type RecordRange, recordRows, recordsTable } from './records-store.ts'
import { openBlock } from './sealing/block-code.ts'
import { firstHourlyRow, hourlyRows } from './sealing/hourly-rows.ts'

/** A range of records; `from` and `to` count minutes, or hours for hourly records. */
export interface HistoryRange extends RecordRange {
  readonly tier: 'raw' | 'hourly' | 'gpu'
}

const kinds = {
  raw: {
    tier: minutes,
    rows: recordRows,
    first: (db: Database, range: ServerRange) => timeRows(db, recordsTable).within(range)?.from,
  },
  hourly: { tier: hours, rows: hourlyRows, first: firstHourlyRow },
} as const

interface Options {
  readonly log: Pick<Logger, 'error'>
  /** column names; default: all */
  readonly fields?: readonly string[] | undefined
}

/** Rows take precedence over what is sealed. */
function readerOf(db: Database, kind: keyof typeof kinds, { log, fields }: Options) {
  const { tier, rows } = kinds[kind]
  const { blocks, per } = tier
  const wanted = columnsOf(fields)
  const open: Periods<RecordBlock>['open'] = (block) => openBlock(block, wanted)
  return periodsReader(db, { blocks, log, per, rows: rows(db, fields), open, merge: mergeBlocks })
}

/** Reads the records of a server by period, ascending, whether sealed or not. */
export const recordsReader = (db: Database, kind: keyof typeof kinds, options: Options): ReadBlocks =>
  readerOf(db, kind, options).read

/** Bytes of a response that is made on the main thread. */
const maxMainThreadBytes = 1024 * 1024

/** Limits of reads on the main thread. */
interface MainThreadLimits {
  /** cached JSON of whole periods */
  readonly cache: JsonCache
  /** bytes of blocks; row texts count 1/16 because they are that much faster to read */
  readonly maxWeight: number
}

const cacheKeyOf = ({ tier, number, fields }: HistoryRange) => `${tier} ${number} ${fields ?? ''}`

/** What the JSON of periods is made of, and where it goes. */
interface PeriodSource extends Pick<Periods<RecordBlock>, 'per'> {
  readonly json: ReturnType<typeof recordsWriter>
  readonly cache: JsonCache | undefined
  /** what elements in the cache depend on, apart from their period */
  readonly cacheKey: string
  readonly range: HistoryRange
  open(number: number, period: StoredPeriod<RecordBlock>): RecordBlock | undefined
}

/** Writes a period, from the cache if all of it is asked for and was written before. */
function writePeriod(
  { json, cache, cacheKey, per, range: { number, from, to }, open }: PeriodSource,
  [period, found]: readonly [number, StoredPeriod<RecordBlock>],
): void {
  const isWhole = period * per >= from && (period + 1) * per - 1 <= to
  const version = isWhole && !found.fresh ? found.sealed?.version : undefined
  const key = `${cacheKey} ${period}`
  const cached = version && cache?.get(key, version)
  if (cached) {
    json.appendCached(cached)
    return
  }
  const records = open(number, found)
  if (!records) return
  const start = json.length()
  json.write(period, records)
  if (version) cache?.set(key, { version, json: json.elementsSince(start) })
}

const weightOf = ({ fresh, sealed }: StoredPeriod<RecordBlock>) =>
  (sealed?.length ?? 0) + (fresh ? textLength(fresh) / 16 : 0)

/**
 * The records of a range as a JSON response, ascending by time. Returns undefined if the range exceeds `limits`; a host with
 * hundreds of devices has far more data per hour.
 */
function shortHistory(
  db: Database,
  range: HistoryRange & { readonly tier: keyof typeof kinds },
  log: Pick<Logger, 'error'>,
  { cache, maxWeight }: MainThreadLimits,
): JsonResult | undefined {
  const { tier } = kinds[range.tier]
  const { find, open } = readerOf(db, range.tier, { log, fields: range.fields })
  const periods = find(range, 'versions')
  if (periods.reduce((sum, [, found]) => sum + weightOf(found), 0) > maxWeight) return undefined
  const json = recordsWriter(tier, range, periods.length * tier.per)
  const source = { json, cache, cacheKey: cacheKeyOf(range), per: tier.per, range, open }
  for (const period of periods) {
    if (json.length() > maxMainThreadBytes) return undefined
    writePeriod(source, period)
  }
  return json.finish()
}

/** The next part of a long response. */
interface HistoryPart extends HistoryRange {
  /** the array has elements already */
  readonly isContinued: boolean
  /** The part ends with the period that reaches this. */
  readonly maxBytes: number
}

interface WrittenPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** minute or hour that the next part begins with; undefined if this is the last one */
  readonly next: number | undefined
}

/** Periods that are read from the database at once. */
const periodsPerRead = 24

/** Size of the worker's own cache: a week of a few metrics of twenty servers, until the worker ends because it is idle. */
const workerCacheBytes = 32 * 1024 * 1024
let workerCache: JsonCache | undefined
function cacheOfWorker(): JsonCache {
  workerCache ??= makeJsonCache(workerCacheBytes)
  return workerCache
}

function writeGpuPart(db: Database, part: HistoryPart): WrittenPart {
  const { elements, next } = gpuPart(db, part)
  const begin = part.isContinued ? elements && ',' : '{"data":['
  return { bytes: new Uint8Array(Buffer.from(`${begin}${elements}${next === undefined ? ']}' : ''}`)), next }
}

function writePart(db: Database, part: HistoryPart, log: Pick<Logger, 'error'>): WrittenPart {
  if (part.tier === 'gpu') return writeGpuPart(db, part)
  const { number, to, fields, isContinued, maxBytes } = part
  // A week of whole records would take six megabytes.
  const cache = fields && cacheOfWorker()
  const { tier, first } = kinds[part.tier]
  const { find, open } = readerOf(db, part.tier, { log, fields })
  const sealed = blocksStore(db, tier.blocks)
  const json = recordsWriter(tier, part, Math.min(to - part.from + 1, periodsPerRead * tier.per), isContinued)
  const source = { json, cache, cacheKey: cacheKeyOf(part), per: tier.per, range: part, open }
  let next: number | undefined = part.from
  while (next !== undefined && json.length() < maxBytes) {
    // Ranges may begin long before the first record.
    const rest: ServerRange = { number, from: next, to }
    const periods = { number, from: Math.floor(next / tier.per), to: Math.floor(to / tier.per) }
    const [block, row] = [sealed.first(periods), first(db, rest)]
    if (block === undefined && row === undefined) next = undefined
    else {
      const from = Math.max(next, Math.min(block === undefined ? to : block * tier.per, row ?? to))
      const end = Math.min(to, (Math.floor(from / tier.per) + periodsPerRead) * tier.per - 1)
      next = end < to ? end + 1 : undefined
      for (const [period, found] of find({ number, from, to: end })) {
        if (json.length() >= maxBytes) {
          next = Math.max(from, period * tier.per)
          break
        }
        writePeriod(source, [period, found])
      }
    }
  }
  const { bytes, release } = json.finish(next === undefined)
  // A copy has its buffer for itself, so it can be transferred.
  const copy = new Uint8Array(bytes)
  release()
  return { bytes: copy, next }
}

/** Entry point in the maintenance worker, for long ranges. */
export default ({ db, log }: OffloadContext, part: HistoryPart): WrittenPart => writePart(db, part, log)

/** Two hours of whole records, or a day of a few metrics, take about a millisecond; the rest goes to the worker. */
const maxShortRange = 120
const maxShortNumbers = 8000

/** Block bytes that can be read in a few milliseconds: whole records including texts, or numbers only. */
const maxBlockBytes = { whole: 32 * 1024, numbers: 4 * 1024 * 1024 }

const textColumns = columns.filter(({ type }) => type === 'TEXT').map(({ name }) => name)

const hasTexts = ({ fields }: HistoryRange) => !fields || fields.some((name) => textColumns.includes(name))

function isShort(range: HistoryRange): range is HistoryRange & { readonly tier: keyof typeof kinds } {
  const { tier, from, to, fields } = range
  if (tier === 'gpu') return false
  const length = to - from
  return (
    length <= maxShortRange || (fields !== undefined && length * fields.length <= maxShortNumbers && !hasTexts(range))
  )
}

/** Size of the cache of sealed periods' JSON: about a day of a few metrics of a hundred servers. */
const cacheBytes = 16 * 1024 * 1024

/** Limits of long reads. The worker does one after the other, so a second one at once would only make other readers wait for both. */
const longReads = { concurrent: 1, perKey: 15, total: 256, retrySeconds: 5 }

/** Responses up to about this size are sent in one piece. */
const firstPartBytes = 4 * 1024 * 1024
const partBytes = 1024 * 1024

/** Limits of responses that are sent in parts: each holds about two of them in memory. */
const maxStreams = { perReader: 8, total: 64 }

interface Dependencies extends Pick<Core, 'db' | 'offload'> {
  readonly log: Pick<Logger, 'error'>
}

/**
 * Records as JSON; `rest` are the further parts of a long response, each read when it is asked for. Whoever asks for a part
 * must have done with all but the last one before it.
 */
export interface HistoryJson extends JsonResult {
  readonly rest?: AsyncGenerator<Uint8Array, void, undefined>
}

/** Reads records as JSON. Readers, such as users, take turns with long ranges; throws 429 when one asks for too many. */
export type ReadHistory = (range: HistoryRange, reader: string) => Promise<HistoryJson>

export function makeReader({ db, log, offload }: Dependencies): ReadHistory {
  const cache = makeJsonCache(cacheBytes)
  const enqueue = makeFairQueue(longReads)
  // A response that has begun is not refused any more.
  const enqueueRest = makeFairQueue({ ...longReads, perKey: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY })
  const readPart = (part: HistoryPart) =>
    offload<HistoryPart, WrittenPart>(new URL('./history.js', import.meta.url), part)

  /** responses that are being sent in parts, by reader */
  const streams = new Map<string, number>()
  let total = 0
  const count = (reader: string, change: 1 | -1) => {
    const open = (streams.get(reader) ?? 0) + change
    if (open === 0) streams.delete(reader)
    else streams.set(reader, open)
    total += change
  }

  /** Frees what was taken before the last part; what is left in `taken` can be freed when all was sent. */
  async function* partsFrom(start: number, range: HistoryRange, reader: string, taken: Uint8Array<ArrayBuffer>[]) {
    count(reader, 1)
    try {
      for (let from: number | undefined = start; from !== undefined; ) {
        const part: HistoryPart = { ...range, from, isContinued: true, maxBytes: partBytes }
        const { bytes, next } = await enqueueRest(reader, () => readPart(part))
        taken.push(bytes)
        yield bytes
        for (const done of taken.splice(0, taken.length - 1)) freeBuffer(done)
        from = next
      }
    } finally {
      count(reader, -1)
    }
  }

  return async (range, reader) => {
    const maxWeight = hasTexts(range) ? maxBlockBytes.whole : maxBlockBytes.numbers
    const found = isShort(range) ? shortHistory(db, range, log, { cache, maxWeight }) : undefined
    if (found) return found
    const part: HistoryPart = { ...range, isContinued: false, maxBytes: firstPartBytes }
    const { bytes, next } = await enqueue(reader, () => readPart(part))
    if (next === undefined) return { bytes, release: () => freeBuffer(bytes) }
    if ((streams.get(reader) ?? 0) >= maxStreams.perReader || total >= maxStreams.total)
      throw tooManyRequests(longReads.retrySeconds)
    const taken = [bytes]
    const release = () => {
      for (const one of taken.splice(0)) freeBuffer(one)
    }
    return { bytes, release, rest: partsFrom(next, range, reader, taken) }
  }
}

const { port1: closedPort, port2: otherPort } = new MessageChannel()
otherPort.close()

/**
 * Frees the buffer behind `bytes`, which must own it and be unused; it is empty afterwards. Megabytes left to the garbage
 * collector would trigger it often, and each run blocks the event loop.
 */
export function freeBuffer({ buffer }: Uint8Array<ArrayBuffer>): void {
  closedPort.postMessage(undefined, [buffer])
}
