import { type Database, invalid, type Logger } from '@svc/plugin-sdk'
import { gpuText } from './gpu/gpu-records-store.ts'
import type { JsonResult } from './json-bytes.ts'
import type { JsonCache } from './json-cache.ts'
import { recordsWriter } from './record-json.ts'
import { type RecordRange, recordRows } from './records-store.ts'
import type { BucketRange, ReadBlocks } from './rows.ts'
import { mergeBlocks, type RecordBlock, textLength } from './sealing/records-by-column.ts'
import { hourlyRows, makeBlockOpener, type SealedRow, sealedRows, sealedVersions } from './sealing/sealed-store.ts'
import { hours, minutes } from './tier.ts'

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
      throw invalid('to', 'exceeds the maximum response size; shorten the range or request fewer fields')
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
