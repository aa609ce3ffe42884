import type { Database, Logger } from '@svc/plugin-sdk'
import { columns } from '../columns.js'
import { packHour } from '../hour-key.js'
import { minuteOfKey, numberBits, packKey } from '../record-key.js'
import { keysOf, type MinuteKeys, minuteKeys } from '../records-store.js'
import type { Cell } from './column-code.js'
import { hourlyRecord } from './hourly-record.js'
import { type HourOfRecords, mergeHours, openHour, sealHour } from './sealed-hour.js'

const names = columns.map(({ name }) => name).join(', ')
const numbers = 2 ** numberBits

type Row = Record<string, Cell> & { id: number }

const byColumn = (rows: readonly Row[], hour: number): HourOfRecords => ({
  minutes: rows.map(({ id }) => minuteOfKey(id) - hour * 60),
  cells: columns.map(({ name }) => rows.map((row) => row[name] ?? null)),
})

const textLength = (hour: HourOfRecords) =>
  hour.cells.reduce((sum, cells) => cells.reduce<number>((n, c) => n + (typeof c === 'string' ? c.length : 0), sum), 0)

/** The hour of one server, ready to be written; nothing to write when it could not be sealed. */
interface Prepared {
  readonly number: number
  readonly rows: number
  readonly block?: Buffer
  readonly summary?: readonly Cell[] | undefined
}

/** Rolls back a transaction that deleted more than it sealed. */
const strangers = new Error('rows of other servers came between those of an hour that was sealed')

/** What a transaction may take along: rows of neighbours share pages, so more of them are fewer pages to write. */
export const mostServers = 24
/** Characters of text; a host with hundreds of disks fills a transaction by itself. */
export const mostText = 1_000_000

/** Moves complete hours out of the table that is written every minute. */
export function sealingStore(db: Database, log: Pick<Logger, 'error'>) {
  const first = db.prepare<[number], { id: number | null }>('SELECT min(id) AS id FROM metrics_records WHERE id >= ?')
  const servers = db.prepare<[number, number], { number: number }>(
    `SELECT DISTINCT id & ${numbers - 1} AS number FROM metrics_records WHERE id >= ? AND id < ? ORDER BY number`,
  )
  const rows = db.prepare<[MinuteKeys], Row>(
    `${minuteKeys} SELECT r.id AS id, ${names} FROM k CROSS JOIN metrics_records r ON r.id = k.id ORDER BY r.id`,
  )
  const sealed = db.prepare<[number], { block: Uint8Array }>('SELECT block FROM metrics_sealed_hours WHERE id = ?')
  const keep = db.prepare<[number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)',
  )
  const summarise = db.prepare<Cell[]>(
    `INSERT OR REPLACE INTO metrics_hourly_records (id, hour, ${names}) VALUES (?, ?${', ?'.repeat(columns.length)})`,
  )
  const summarised = db.prepare<[number]>('SELECT 1 FROM metrics_hourly_records WHERE id = ?')
  const remove = db.prepare<[number, number]>('DELETE FROM metrics_records WHERE id BETWEEN ? AND ?')
  const version = db.prepare<[], { data_version: number }>('PRAGMA data_version')

  /** Rows that come to an hour that is sealed already, after a restart for example, are merged into its block. */
  function prepare(number: number, hour: number, summary: boolean): Prepared & { readonly text: number } {
    try {
      const hot = byColumn(rows.all(keysOf(number, hour * 60, hour * 60 + 59)), hour)
      if (hot.minutes.length === 0) return { number, rows: 0, text: 0 }
      const id = packHour(number, hour)
      const block = sealed.get(id)?.block
      const records = block ? mergeHours(openHour(block), hot) : hot
      // what was told of the hour before is no longer true
      const told = summary || summarised.get(id) !== undefined
      const record = told ? hourlyRecord(records) : undefined
      return { number, rows: hot.minutes.length, block: sealHour(records), summary: record, text: textLength(hot) }
    } catch (error) {
      log.error({ err: error, server_number: number, hour }, 'an hour of records was not sealed')
      return { number, rows: 0, text: 0 }
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
      keep.run(packHour(number, hour), hour, block)
      if (summary) summarise.run(packHour(number, hour), hour, ...summary)
    }
    const read = some.reduce((sum, { rows }) => sum + rows, 0)
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
     * Seals `hour` of up to `most` servers from place `from` on in one transaction and returns how many; none when
     * somebody wrote meanwhile. Blocks are made before the transaction, in which others wait, so it is known that nothing
     * changed since: except for a single server, which is sealed whatever happens. A server whose hour cannot be sealed
     * keeps its rows, and the others go on.
     */
    seal(numbers: readonly number[], from: number, options: { hour: number; summary: boolean; most: number }): number {
      const { hour, summary, most } = options
      if (most === 1) {
        return db.transaction(() => {
          write(prepareSome(numbers, from, 1, hour, summary), hour)
          return 1
        })
      }
      const before = version.get()?.data_version
      const some = prepareSome(numbers, from, most, hour, summary)
      try {
        return db.transaction(() => {
          if (version.get()?.data_version !== before) return 0
          write(some, hour)
          return some.length
        })
      } catch (error) {
        if (error === strangers) return 0
        throw error
      }
    },
  }
}
