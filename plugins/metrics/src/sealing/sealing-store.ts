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
  const remove = db.prepare<[MinuteKeys]>(`${minuteKeys} DELETE FROM metrics_records WHERE id IN (SELECT id FROM k)`)

  /** Rows that come to an hour that is sealed already, after a restart for example, are merged into its block. */
  function sealOne(number: number, hour: number, summary: boolean) {
    const keys = keysOf(number, hour * 60, hour * 60 + 59)
    const found = rows.all(keys)
    if (found.length === 0) return
    const id = packHour(number, hour)
    const block = sealed.get(id)?.block
    const hot = byColumn(found, hour)
    const records = block ? mergeHours(openHour(block), hot) : hot
    keep.run(id, hour, sealHour(records))
    // what was told of the hour before is no longer true
    if (summary || summarised.get(id)) summarise.run(id, hour, ...hourlyRecord(records))
    remove.run(keys)
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
     * Seals `hour` of the servers from place `from` on, in one transaction of about `budgetMs`, and returns the place to
     * go on from. A server whose hour cannot be sealed keeps its rows, and the others go on.
     */
    seal(numbers: readonly number[], from: number, options: { hour: number; summary: boolean; budgetMs: number }) {
      const { hour, summary, budgetMs } = options
      const started = performance.now()
      return db.transaction(() => {
        let at = from
        do {
          const number = numbers[at] as number
          try {
            db.transaction(() => sealOne(number, hour, summary))
          } catch (error) {
            log.error({ err: error, server_number: number, hour }, 'an hour of records was not sealed')
          }
          at += 1
        } while (at < numbers.length && performance.now() - started < budgetMs)
        return at
      })
    },
  }
}
