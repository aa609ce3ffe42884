import type { Database, Logger } from '@svc/plugin-sdk'
import { columns } from '../columns.ts'
import { dayOfHour, hoursPerDay, packPeriod } from '../period-key.ts'
import { minuteOfKey, numberBits, packKey } from '../record-key.ts'
import { recordRows } from '../records-store.ts'
import { sealSome, strangers } from './batches.ts'
import type { Cell } from './column-code.ts'
import { hourlyRecord } from './hourly-record.ts'
import { openBlock, sealBlock } from './record-block.ts'
import { isSameBlock, mergeBlocks, type RecordBlock, textLength } from './records-by-column.ts'

const names = columns.map(({ name }) => name).join(', ')
const numbers = 2 ** numberBits

/** The hour of one server, ready to be written; nothing to write when it could not be sealed. */
interface Prepared {
  readonly number: number
  /** the rows that it was made of */
  readonly hot?: RecordBlock
  readonly block?: Buffer
  readonly summary?: readonly Cell[] | undefined
}

/** Characters of text; a host with hundreds of disks fills a transaction by itself. */
export const mostText = 1_000_000

/** Moves complete hours out of the table that is written every minute. */
export function sealingStore(db: Database, log: Pick<Logger, 'error'>) {
  const first = db.prepare<[number], { id: number | null }>('SELECT min(id) AS id FROM metrics_records WHERE id >= ?')
  const servers = db.prepare<[number, number], { number: number }>(
    `SELECT DISTINCT id & ${numbers - 1} AS number FROM metrics_records WHERE id >= ? AND id < ? ORDER BY number`,
  )
  const rows = recordRows(db)
  const sealed = db.prepare<[number], { block: Uint8Array }>('SELECT block FROM metrics_sealed_hours WHERE id = ?')
  const keep = db.prepare<[number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)',
  )
  const summarise = db.prepare<Cell[]>(
    `INSERT OR REPLACE INTO metrics_hourly_records (id, hour, ${names}) VALUES (?, ?${', ?'.repeat(columns.length)})`,
  )
  const toldRow = db.prepare<[number]>('SELECT 1 FROM metrics_hourly_records WHERE id = ?')
  const toldDay = db.prepare<[number], { block: Uint8Array }>('SELECT block FROM metrics_sealed_days WHERE id = ?')
  const remove = db.prepare<[number, number]>('DELETE FROM metrics_records WHERE id BETWEEN ? AND ?')

  /** Whether there is an hourly record of `hour`, sealed or not. */
  function isTold(number: number, hour: number): boolean {
    if (toldRow.get(packPeriod(number, hour)) !== undefined) return true
    const day = toldDay.get(packPeriod(number, dayOfHour(hour)))?.block
    return day !== undefined && openBlock(day, []).slots.includes(hour % hoursPerDay)
  }

  const rowsOf = (number: number, hour: number) => rows({ number, from: hour * 60, to: hour * 60 + 59 }).get(hour)

  /** Blocks are written here only, so nothing but rows can have come since. */
  function isCurrent({ number, hot, block }: Prepared, hour: number): boolean {
    if (!hot || !block) return true
    const now = rowsOf(number, hour)
    return now !== undefined && isSameBlock(hot, now)
  }

  /** Rows that come to an hour that is sealed already, after a restart for example, are merged into its block. */
  function prepare(number: number, hour: number, summary: boolean): Prepared & { readonly text: number } {
    try {
      const hot = rowsOf(number, hour)
      if (!hot) return { number, text: 0 }
      const id = packPeriod(number, hour)
      const block = sealed.get(id)?.block
      const records = block ? mergeBlocks(openBlock(block), hot) : hot
      // what was told of the hour before is no longer true
      const told = summary || isTold(number, hour)
      const record = told ? hourlyRecord(records) : undefined
      return { number, hot, block: sealBlock(records), summary: record, text: textLength(hot) }
    } catch (error) {
      log.error({ err: error, server_number: number, hour }, 'an hour of records was not sealed')
      return { number, text: 0 }
    }
  }

  /** The next servers from place `from` on that fit into one transaction. */
  function prepareSome(numbers: readonly number[], from: number, most: number, hour: number, summary: boolean) {
    const some: Prepared[] = []
    let text = 0
    for (let at = from; at < numbers.length && some.length < most && text < mostText; at++) {
      const prepared = prepare(numbers[at] as number, hour, summary)
      some.push(prepared)
      text += prepared.text
    }
    return some
  }

  /**
   * Deletes by stretches of servers: their rows of a minute lie side by side, and whole pages go at once. Returns how
   * many, because a server that had no rows at first may lie in between.
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
      keep.run(packPeriod(number, hour), hour, block)
      if (summary) summarise.run(packPeriod(number, hour), hour, ...summary)
    }
    const read = some.reduce((sum, { hot }) => sum + (hot?.slots.length ?? 0), 0)
    if (removeRows(some, hour) !== read) throw strangers
  }

  return {
    /** The first hour at or after `hour` of which rows are left. */
    nextHour(hour: number): number | undefined {
      const id = first.get(packKey(hour * 60, 0))?.id
      return id == null ? undefined : Math.floor(minuteOfKey(id) / 60)
    },
    /** Numbers of the servers with rows of `hour`, ascending. Reads them all, so that sealing finds them in memory. */
    serversOf: (hour: number): number[] =>
      servers.all(packKey(hour * 60, 0), packKey((hour + 1) * 60, 0)).map(({ number }) => number),
    /**
     * Seals `hour` of up to `most` servers from place `from` on and returns how many. A server whose hour cannot be sealed
     * keeps its rows, and the others go on.
     */
    seal: (
      numbers: readonly number[],
      from: number,
      { hour, summary, most }: { hour: number; summary: boolean; most: number },
    ): number =>
      sealSome(
        db,
        {
          prepare: (all, start, count) => prepareSome(all, start, count, hour, summary),
          isCurrent: (one) => isCurrent(one, hour),
          write: (some) => write(some, hour),
        },
        { numbers, from, most },
      ),
  }
}
