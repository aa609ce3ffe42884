import { type Database, invalid, type Logger } from '@svc/plugin-sdk'
import { gpuText } from './gpu/gpu-records-store.ts'
import type { WrittenJson } from './json-bytes.ts'
import type { WrittenPeriods } from './json-cache.ts'
import { recordsWriter } from './record-json.ts'
import { type RecordRange, recordRows } from './records-store.ts'
import type { PlaceRange, ReadBlocks } from './rows.ts'
import { mergeBlocks, type RecordBlock, textLength } from './sealing/records-by-column.ts'
import { hourlyRows, opener, type SealedRow, sealedMarks, sealedRows } from './sealing/sealed-store.ts'
import { hours, minutes } from './tier.ts'

/** What a reader asks for; `from` and `to` count minutes, and hours for hourly records. */
export interface HistoryRange extends RecordRange {
  readonly tier: 'raw' | 'hourly' | 'gpu'
}

const kinds = {
  raw: { tier: minutes, rows: recordRows },
  hourly: { tier: hours, rows: hourlyRows },
} as const

interface Options {
  readonly log: Pick<Logger, 'error'>
  /** names of columns; all of them when it does not say */
  readonly fields?: readonly string[] | undefined
}

/** What is known of a period: rows, a block, or both. */
interface Found {
  readonly fresh?: RecordBlock
  readonly sealed?: SealedRow
}

/**
 * Reads what there is of a server by period, ascending, and opens it. Rows are read first: what is sealed in between is
 * then seen twice, never not at all, and the row counts.
 */
function periodsReader(
  db: Database,
  kind: keyof typeof kinds,
  find: typeof sealedRows | typeof sealedMarks,
  { log, fields }: Options,
) {
  const { tier, rows } = kinds[kind]
  const readRows = rows(db, fields)
  const readSealed = find(db, tier)
  const open = opener(tier, log, fields)
  return {
    read(range: PlaceRange): readonly (readonly [number, Found])[] {
      const all = new Map<number, Found>()
      for (const [period, fresh] of readRows(range)) all.set(period, { fresh })
      for (const sealed of readSealed(range)) all.set(sealed.at, { ...all.get(sealed.at), sealed })
      return [...all].sort(([a], [b]) => a - b)
    },
    open(number: number, { fresh, sealed }: Found): RecordBlock | undefined {
      const block = sealed && open(number, sealed)
      return block && fresh ? mergeBlocks(block, fresh) : (block ?? fresh)
    },
  }
}

/** Reads the records of a server by period, ascending, sealed or not. */
export function recordsReader(db: Database, kind: keyof typeof kinds, options: Options): ReadBlocks {
  const { read, open } = periodsReader(db, kind, sealedRows, options)
  return (range) => {
    const opened = read(range).map(([period, found]) => [period, open(range.number, found)] as const)
    return new Map(opened.filter((one): one is [number, RecordBlock] => one[1] !== undefined))
  }
}

/**
 * Bytes of one answer: a week of minutes of a host with sixty disks, and a size that no host can drive up. What holds the
 * main thread has less by far.
 */
const longest = { short: 1024 * 1024, any: 64 * 1024 * 1024 }

/** For reads that hold the main thread. */
interface Short {
  /** what is in there is not made again */
  readonly written: WrittenPeriods
  /** bytes of blocks; the texts of rows count for a sixteenth, because that much faster they are read */
  readonly most: number
}

const weightOf = ({ fresh, sealed }: Found) => (sealed?.length ?? 0) + (fresh ? textLength(fresh) / 16 : 0)

/** The answer with the records of a range, ascending by time, as JSON. Throws 422 when it becomes too long. */
export function historyJson(db: Database, range: HistoryRange, log: Pick<Logger, 'error'>): WrittenJson
/** Undefined when it is not short: a host with hundreds of devices has a thousand times as much in an hour as others. */
export function historyJson(
  db: Database,
  range: HistoryRange,
  log: Pick<Logger, 'error'>,
  short: Short,
): WrittenJson | undefined
export function historyJson(
  db: Database,
  range: HistoryRange,
  log: Pick<Logger, 'error'>,
  short?: Short,
): WrittenJson | undefined {
  if (range.tier === 'gpu') return { bytes: Buffer.from(`{"data":${gpuText(db, range)}}`), giveBack() {} }
  const { number, from, to, fields } = range
  const { tier } = kinds[range.tier]
  const { read, open } = periodsReader(db, range.tier, short ? sealedMarks : sealedRows, { log, fields })
  const periods = read(range)
  if (short && periods.reduce((sum, [, found]) => sum + weightOf(found), 0) > short.most) return undefined
  const written = short?.written
  const json = recordsWriter(tier, range, periods.length * tier.per)
  for (const [period, found] of periods) {
    if (short && json.length() > longest.short) return undefined
    if (json.length() > longest.any) {
      throw invalid('to', 'exceeds the maximum response size; shorten the range or request fewer fields')
    }
    const isWhole = period * tier.per >= from && (period + 1) * tier.per - 1 <= to
    const mark = isWhole && !found.fresh ? found.sealed?.mark : undefined
    const key = `${tier.blocks} ${number} ${period} ${fields ?? ''}`
    const known = mark && written?.get(key, mark)
    if (known) {
      json.again(known)
      continue
    }
    const records = open(number, found)
    if (!records) continue
    const members = json.write(period, records)
    if (mark) written?.keep(key, { mark, json: members() })
  }
  return json.finish()
}
