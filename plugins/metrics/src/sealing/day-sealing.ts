import type { Database, Logger } from '@svc/plugin-sdk'
import { dayOfHour, hoursPerDay, packPeriod, periodsOfServer, rowSealing } from '@svc/series'
import { allFields, hours, mergeBlocks, type RecordBlock } from '../record-block.ts'
import { openBlock, sealBlock } from './block-code.ts'
import { maxServers } from './hour-sealing.ts'
import { hourlyRows } from './hourly-rows.ts'

const perServer = periodsOfServer(1).first
const rangeOf = (day: number) => ({ from: day * hoursPerDay, to: (day + 1) * hoursPerDay - 1 })

/** Moves hourly records of complete days into sealed blocks. Only the maintenance worker writes hourly records. */
export function daySealing(db: Database, log: Pick<Logger, 'error'>) {
  const first = db.prepare<[number], { hour: number | null }>(
    'SELECT min(hour) AS hour FROM metrics_hourly_records WHERE hour >= ?',
  )
  const servers = db.prepare<[number, number], { number: number }>(
    `SELECT DISTINCT id / ${perServer} AS number FROM metrics_hourly_records WHERE hour BETWEEN ? AND ? ORDER BY number`,
  )
  const remove = db.prepare<[number, number]>('DELETE FROM metrics_hourly_records WHERE id BETWEEN ? AND ?')
  const read = hourlyRows(db, allFields())
  return rowSealing<RecordBlock, RecordBlock>(db, {
    log,
    blocks: hours.blocks,
    unsealed: {
      nextPeriod(day) {
        const hour = first.get(day * hoursPerDay)?.hour
        return hour == null ? undefined : dayOfHour(hour)
      },
      serversOf(day) {
        const { from, to } = rangeOf(day)
        return servers.all(from, to).map(({ number }) => number)
      },
      remove(numbers, day) {
        const { from, to } = rangeOf(day)
        return numbers.reduce(
          (sum, number) => sum + remove.run(packPeriod(number, from), packPeriod(number, to)).changes,
          0,
        )
      },
    },
    maxServers,
    maxCompared: maxServers,
    read: (number, day) => read({ number, ...rangeOf(day) }).get(day),
    count: ({ slots }) => slots.length,
    content: (records) => records,
    open: (block) => openBlock(block),
    merge: mergeBlocks,
    seal: sealBlock,
  })
}
