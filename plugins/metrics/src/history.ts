import { MessageChannel } from 'node:worker_threads'
import { type Core, type Database, invalid, type Logger, makeFairQueue, type OffloadContext } from '@svc/plugin-sdk'
import { columns } from './columns.ts'
import { gpuText } from './gpu-records.ts'
import type { JsonResult } from './json-bytes.ts'
import { type JsonCache, makeJsonCache } from './json-cache.ts'
import {
  type BucketRange,
  hours,
  mergeBlocks,
  minutes,
  type ReadBlocks,
  type RecordBlock,
  textLength,
} from './record-block.ts'
import { recordsWriter } from './record-json.ts'
import { type RecordRange, recordRows } from './records-store.ts'
import { hourlyRows, makeBlockOpener, type SealedRow, sealedRows, sealedVersions } from './sealing/sealed-store.ts'

/** A range of records; `from` and `to` count minutes, or hours for hourly records. */
export interface HistoryRange extends RecordRange {
  readonly tier: 'raw' | 'hourly' | 'gpu'
}

const kinds = {
  raw: { tier: minutes, rows: recordRows },
  hourly: { tier: hours, rows: hourlyRows },
} as const

interface Options {
  readonly log: Pick<Logger, 'error'>
  /** column names; default: all */
  readonly fields?: readonly string[] | undefined
}

/** The stored parts of a period: rows, a sealed block, or both. */
interface StoredPeriod {
  readonly fresh?: RecordBlock
  readonly sealed?: SealedRow
}

/**
 * Reads the stored periods of a server, ascending. Rows are read first, so records sealed in the meantime are seen twice
 * rather than not at all; rows take precedence.
 */
function periodsReader(
  db: Database,
  kind: keyof typeof kinds,
  find: typeof sealedRows | typeof sealedVersions,
  { log, fields }: Options,
) {
  const { tier, rows } = kinds[kind]
  const readRows = rows(db, fields)
  const readSealed = find(db, tier)
  const open = makeBlockOpener(tier, log, fields)
  return {
    read(range: BucketRange): readonly (readonly [number, StoredPeriod])[] {
      const all = new Map<number, StoredPeriod>()
      for (const [period, fresh] of readRows(range)) all.set(period, { fresh })
      for (const sealed of readSealed(range)) all.set(sealed.at, { ...all.get(sealed.at), sealed })
      return [...all].sort(([a], [b]) => a - b)
    },
    open(number: number, { fresh, sealed }: StoredPeriod): RecordBlock | undefined {
      const block = sealed && open(number, sealed)
      return block && fresh ? mergeBlocks(block, fresh) : (block ?? fresh)
    },
  }
}

/** Reads the records of a server by period, ascending, whether sealed or not. */
export function recordsReader(db: Database, kind: keyof typeof kinds, options: Options): ReadBlocks {
  const { read, open } = periodsReader(db, kind, sealedRows, options)
  return (range) => {
    const opened = read(range).map(([period, found]) => [period, open(range.number, found)] as const)
    return new Map(opened.filter((one): one is [number, RecordBlock] => one[1] !== undefined))
  }
}

/**
 * Maximum bytes of a response, which no host can exceed: about a week of raw records with sixty disks. Reads on the main
 * thread are limited to far less.
 */
const maxBytes = { mainThread: 1024 * 1024, total: 64 * 1024 * 1024 }

/** Limits of reads on the main thread. */
interface MainThreadLimits {
  /** cached JSON of whole periods */
  readonly cache: JsonCache
  /** bytes of blocks; row texts count 1/16 because they are that much faster to read */
  readonly maxWeight: number
}

const weightOf = ({ fresh, sealed }: StoredPeriod) => (sealed?.length ?? 0) + (fresh ? textLength(fresh) / 16 : 0)

/** The records of a range as a JSON response, ascending by time. Throws 422 above `maxBytes.total`. */
export function historyJson(db: Database, range: HistoryRange, log: Pick<Logger, 'error'>): JsonResult
/** Returns undefined if the range exceeds `limits`; a host with hundreds of devices has far more data per hour. */
export function historyJson(
  db: Database,
  range: HistoryRange,
  log: Pick<Logger, 'error'>,
  limits: MainThreadLimits,
): JsonResult | undefined
export function historyJson(
  db: Database,
  range: HistoryRange,
  log: Pick<Logger, 'error'>,
  limits?: MainThreadLimits,
): JsonResult | undefined {
  if (range.tier === 'gpu') return { bytes: Buffer.from(`{"data":${gpuText(db, range)}}`), release() {} }
  const { number, from, to, fields } = range
  const { tier } = kinds[range.tier]
  const { read, open } = periodsReader(db, range.tier, limits ? sealedVersions : sealedRows, { log, fields })
  const periods = read(range)
  if (limits && periods.reduce((sum, [, found]) => sum + weightOf(found), 0) > limits.maxWeight) return undefined
  const cache = limits?.cache
  const json = recordsWriter(tier, range, periods.length * tier.per)
  for (const [period, found] of periods) {
    if (limits && json.length() > maxBytes.mainThread) return undefined
    if (json.length() > maxBytes.total) {
      throw invalid('to', 'metrics.RESPONSE_TOO_LARGE')
    }
    const isWhole = period * tier.per >= from && (period + 1) * tier.per - 1 <= to
    const version = isWhole && !found.fresh ? found.sealed?.version : undefined
    const key = `${tier.blocks} ${number} ${period} ${fields ?? ''}`
    const cached = version && cache?.get(key, version)
    if (cached) {
      json.appendCached(cached)
      continue
    }
    const records = open(number, found)
    if (!records) continue
    const members = json.write(period, records)
    if (version) cache?.set(key, { version, json: members() })
  }
  return json.finish()
}

/** Entry point in the maintenance worker, for long ranges. */
export default ({ db, log }: OffloadContext, range: HistoryRange): Uint8Array => {
  const { bytes, release } = historyJson(db, range, log)
  // a copy with its copy buffer can be transferred
  const copy = new Uint8Array(bytes)
  release()
  return copy
}

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

/** Limits of long reads: each that runs holds its response in memory and delays other work of the worker. */
const longReads = { concurrent: 2, perKey: 14, total: 256, retrySeconds: 5 }

interface Dependencies extends Pick<Core, 'db' | 'offload'> {
  readonly log: Pick<Logger, 'error'>
}

/** Reads records as JSON. Readers, such as users, take turns with long ranges; throws 429 when one asks for too many. */
export type ReadHistory = (range: HistoryRange, reader: string) => Promise<JsonResult>

export function makeReader({ db, log, offload }: Dependencies): ReadHistory {
  const cache = makeJsonCache(cacheBytes)
  const enqueue = makeFairQueue(longReads)
  return async (range, reader) => {
    const maxWeight = hasTexts(range) ? maxBlockBytes.whole : maxBlockBytes.numbers
    const found = isShort(range) ? historyJson(db, range, log, { cache, maxWeight }) : undefined
    if (found) return found
    const module = new URL('./history.js', import.meta.url)
    const bytes = await enqueue(reader, () => offload<HistoryRange, Uint8Array<ArrayBuffer>>(module, range))
    return { bytes, release: () => freeBuffer(bytes) }
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
