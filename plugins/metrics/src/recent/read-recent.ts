import type { OffloadContext } from '@svc/plugin-sdk'
import { recordsReader } from '../history.ts'
import { type RecentMinute, recentSpan, watchedColumns } from './recent-minutes.ts'

export interface RecentInput {
  readonly numbers: readonly number[]
  /** minutes since the epoch */
  readonly now: number
}

const fields = watchedColumns.map(({ name }) => name)
const minutesPerHour = 60

/** Entry point in the maintenance worker: reads the last minutes of many servers, whether sealed or not. */
export default ({ db, log }: OffloadContext, { numbers, now }: RecentInput): RecentMinute[] => {
  const read = recordsReader(db, 'raw', { log, fields })
  const from = now - recentSpan + 1
  return numbers.flatMap((number) =>
    [...read({ number, from, to: now })].flatMap(([hour, { slots, cells }]) =>
      slots
        .map((slot, i) => ({
          number,
          minute: hour * minutesPerHour + slot,
          values: cells.map((column) => (column[i] ?? null) as number | null),
        }))
        .filter(({ minute }) => minute >= from && minute <= now),
    ),
  )
}
