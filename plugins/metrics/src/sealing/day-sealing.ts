import type { Database, Logger } from '@svc/plugin-sdk'
import { dayOfHour, hoursPerDay, packPeriod, periodsOfServer, type Sealing, unexpectedRows } from '@svc/series'
import { allFields, mergeBlocks } from '../record-block.ts'
import { openBlock, sealBlock } from './block-code.ts'
import { maxServers } from './hour-sealing.ts'
import { hourlyRows } from './sealed-store.ts'

/** A server's hourly records of a day, ready to be written; no block if they could not be sealed. */
interface Prepared {
  readonly number: number
  readonly rows: number
  readonly block?: Buffer
}

const perServer = periodsOfServer(1).first

/** Moves hourly records of complete days into sealed blocks. */
export function daySealing(db: Database, log: Pick<Logger, 'error'>): Sealing<Prepared> {
  const first = db.prepare<[number], { hour: number | null }>(
    'SELECT min(hour) AS hour FROM metrics_hourly_records WHERE hour >= ?',
  )
  const servers = db.prepare<[number, number], { number: number }>(
    `SELECT DISTINCT id / ${perServer} AS number FROM metrics_hourly_records WHERE hour >= ? AND hour < ? ORDER BY number`,
  )
  const sealed = db.prepare<[number], { block: Uint8Array }>('SELECT block FROM metrics_sealed_days WHERE id = ?')
  const insertBlock = db.prepare<[number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO metrics_sealed_days (id, day, block) VALUES (?, ?, ?)',
  )
  const remove = db.prepare<[number, number]>('DELETE FROM metrics_hourly_records WHERE id BETWEEN ? AND ?')
  const read = hourlyRows(db, allFields())

  const rangeOf = (day: number) => ({ from: day * hoursPerDay, to: (day + 1) * hoursPerDay - 1 })

  /** Hours that were aggregated again after their day was sealed are merged into its block. */
  function prepare(number: number, day: number): Prepared {
    try {
      const fresh = read({ number, ...rangeOf(day) }).get(day)
      if (!fresh) return { number, rows: 0 }
      const block = sealed.get(packPeriod(number, day))?.block
      const records = block ? mergeBlocks(openBlock(block), fresh) : fresh
      return { number, rows: fresh.slots.length, block: sealBlock(records) }
    } catch (error) {
      log.error({ err: error, server_number: number, day }, 'failed to seal a day of hourly records')
      return { number, rows: 0 }
    }
  }

  function write(some: readonly Prepared[], day: number) {
    const { from, to } = rangeOf(day)
    for (const { number, rows, block } of some) {
      if (!block) continue
      insertBlock.run(packPeriod(number, day), day, block)
      if (remove.run(packPeriod(number, from), packPeriod(number, to)).changes !== rows) throw unexpectedRows
    }
  }

  return {
    maxServers,
    maxCompared: maxServers,
    nextPeriod(day) {
      const hour = first.get(day * hoursPerDay)?.hour
      return hour == null ? undefined : dayOfHour(hour)
    },
    serversOf: (day) => servers.all(day * hoursPerDay, (day + 1) * hoursPerDay).map(({ number }) => number),
    prepare: (numbers, from, most, day) => numbers.slice(from, from + most).map((number) => prepare(number, day)),
    // only this thread writes hourly records and their blocks
    isCurrent: () => true,
    write,
  }
}
