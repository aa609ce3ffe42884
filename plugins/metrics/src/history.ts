import type { Database, Logger } from '@svc/plugin-sdk'
import { gpuText } from './gpu/gpu-records-store.js'
import { recordsWriter } from './record-json.js'
import { type RecordRange, recordRows } from './records-store.js'
import type { ReadBlocks } from './rows.js'
import { mergeBlocks } from './sealing/records-by-column.js'
import { hourlyRows, sealedRecords } from './sealing/sealed-store.js'
import { hours, minutes } from './tier.js'

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

/**
 * Reads the records of a server, ascending, sealed or not. Rows are read first: what is sealed in between is then seen
 * twice, never not at all, and the row counts.
 */
export function recordsReader(db: Database, kind: keyof typeof kinds, { log, fields }: Options): ReadBlocks {
  const { tier, rows } = kinds[kind]
  const readRows = rows(db, fields)
  const readSealed = sealedRecords(db, tier, log, fields)
  return (range) => {
    const fresh = readRows(range)
    const all = readSealed(range)
    for (const [period, block] of fresh) {
      const sealed = all.get(period)
      all.set(period, sealed ? mergeBlocks(sealed, block) : block)
    }
    return new Map([...all].sort(([a], [b]) => a - b))
  }
}

/** The answer with the records of a range, ascending by time, as JSON. */
export function historyJson(db: Database, range: HistoryRange, log: Pick<Logger, 'error'>): Uint8Array {
  if (range.tier === 'gpu') return Buffer.from(`{"data":${gpuText(db, range)}}`)
  const blocks = recordsReader(db, range.tier, { log, fields: range.fields })(range)
  const count = [...blocks.values()].reduce((sum, { slots }) => sum + slots.length, 0)
  const json = recordsWriter(kinds[range.tier].tier, range, count)
  for (const [period, block] of blocks) json.write(period, block)
  return json.finish()
}
