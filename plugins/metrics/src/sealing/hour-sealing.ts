import type { Database, Logger } from '@svc/plugin-sdk'
import {
  dayOfHour,
  hoursPerDay,
  minuteOfKey,
  numberBits,
  packKey,
  packPeriod,
  type Sealing,
  unexpectedRows,
} from '@svc/series'
import { columns } from '../columns.ts'
import { allFields, type Cell, isSameBlock, mergeBlocks, type RecordBlock, textLength } from '../record-block.ts'
import { recordRows } from '../records-store.ts'
import { openBlock, sealBlock } from './block-code.ts'
import { hourlyRecord } from './hourly-record.ts'

/** Maximum servers per transaction. Rows of adjacent servers share pages, so larger batches write fewer pages. */
export const maxServers = 24

const names = columns.map(({ name }) => name).join(', ')
const numbers = 2 ** numberBits

/** An hour of one server, ready to be written; no block if it could not be sealed. */
interface Prepared {
  readonly number: number
  /** the rows the block was built from */
  readonly rows?: RecordBlock
  readonly block?: Buffer
  readonly summary?: readonly Cell[] | undefined
}

/** Maximum length of the strings per transaction; a host with hundreds of disks fills one by itself. */
export const maxTextLength = 1_000_000

interface Options {
  readonly log: Pick<Logger, 'error'>
  /** Whether an hour is aggregated into hourly records. */
  isSummarized(hour: number): boolean
}

/** Moves complete hours of raw records into sealed blocks. */
export function hourSealing(db: Database, { log, isSummarized }: Options): Sealing<Prepared> {
  const first = db.prepare<[number], { id: number | null }>('SELECT min(id) AS id FROM metrics_records WHERE id >= ?')
  const servers = db.prepare<[number, number], { number: number }>(
    `SELECT DISTINCT id & ${numbers - 1} AS number FROM metrics_records WHERE id >= ? AND id < ? ORDER BY number`,
  )
  const rows = recordRows(db, allFields())
  const sealed = db.prepare<[number], { block: Uint8Array }>('SELECT block FROM metrics_sealed_hours WHERE id = ?')
  const insertBlock = db.prepare<[number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)',
  )
  const insertHourly = db.prepare<Cell[]>(
    `INSERT OR REPLACE INTO metrics_hourly_records (id, hour, ${names}) VALUES (?, ?${', ?'.repeat(columns.length)})`,
  )
  const hourlyRow = db.prepare<[number]>('SELECT 1 FROM metrics_hourly_records WHERE id = ?')
  const sealedDay = db.prepare<[number], { block: Uint8Array }>('SELECT block FROM metrics_sealed_days WHERE id = ?')
  const remove = db.prepare<[number, number]>('DELETE FROM metrics_records WHERE id BETWEEN ? AND ?')

  /** Whether there is an hourly record of `hour`, whether sealed or not. */
  function hasHourlyRecord(number: number, hour: number): boolean {
    if (hourlyRow.get(packPeriod(number, hour)) !== undefined) return true
    const day = sealedDay.get(packPeriod(number, dayOfHour(hour)))?.block
    return day !== undefined && openBlock(day, []).slots.includes(hour % hoursPerDay)
  }

  const rowsOf = (number: number, hour: number) => rows({ number, from: hour * 60, to: hour * 60 + 59 }).get(hour)

  /** Whether the rows are unchanged. Blocks are only written by this thread. */
  function isCurrent({ number, rows: sealedRows, block }: Prepared, hour: number): boolean {
    if (!sealedRows || !block) return true
    const now = rowsOf(number, hour)
    return now !== undefined && isSameBlock(sealedRows, now)
  }

  /** Rows of an hour that is already sealed, for example after a restart, are merged into its block. */
  function prepare(number: number, hour: number, summary: boolean): Prepared & { readonly text: number } {
    try {
      const fresh = rowsOf(number, hour)
      if (!fresh) return { number, text: 0 }
      const id = packPeriod(number, hour)
      const block = sealed.get(id)?.block
      const records = block ? mergeBlocks(openBlock(block), fresh) : fresh
      // an existing hourly record is outdated now
      const needsSummary = summary || hasHourlyRecord(number, hour)
      const record = needsSummary ? hourlyRecord(records) : undefined
      return { number, rows: fresh, block: sealBlock(records), summary: record, text: textLength(fresh) }
    } catch (error) {
      log.error({ err: error, server_number: number, hour }, 'failed to seal an hour of records')
      return { number, text: 0 }
    }
  }

  /** Prepares the servers from index `from` on that fit into one transaction. */
  function prepareSome(numbers: readonly number[], from: number, most: number, hour: number): Prepared[] {
    const some: Prepared[] = []
    const summary = isSummarized(hour)
    let text = 0
    for (let at = from; at < numbers.length && some.length < most && text < maxTextLength; at++) {
      const prepared = prepare(numbers[at] as number, hour, summary)
      some.push(prepared)
      text += prepared.text
    }
    return some
  }

  /**
   * Deletes by ranges of servers: their rows of a minute are adjacent, so whole pages are freed at once. Returns the count
   * because a server that had no rows before may lie in between.
   */
  function removeRows(some: readonly Prepared[], hour: number): number {
    let removed = 0
    for (let at = 0; at < some.length; at++) {
      if (!some[at]?.block) continue
      const start = some[at]?.number as number
      while (some[at + 1]?.block) at += 1
      const end = some[at]?.number as number
      for (let minute = hour * 60; minute < (hour + 1) * 60; minute++) {
        removed += remove.run(packKey(minute, start), packKey(minute, end)).changes
      }
    }
    return removed
  }

  function write(some: readonly Prepared[], hour: number) {
    for (const { number, block, summary } of some) {
      if (!block) continue
      insertBlock.run(packPeriod(number, hour), hour, block)
      if (summary) insertHourly.run(packPeriod(number, hour), hour, ...summary)
    }
    const read = some.reduce((sum, { rows }) => sum + (rows?.slots.length ?? 0), 0)
    if (removeRows(some, hour) !== read) throw unexpectedRows
  }

  return {
    maxServers,
    // comparing the rows of a server takes about as long as writing its block
    maxCompared: 1,
    nextPeriod(hour) {
      const id = first.get(packKey(hour * 60, 0))?.id
      return id == null ? undefined : Math.floor(minuteOfKey(id) / 60)
    },
    // also warms the page cache for sealing
    serversOf: (hour) => servers.all(packKey(hour * 60, 0), packKey((hour + 1) * 60, 0)).map(({ number }) => number),
    prepare: prepareSome,
    isCurrent,
    write,
  }
}
