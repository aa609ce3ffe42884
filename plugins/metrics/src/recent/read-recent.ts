import type { OffloadContext } from '@svc/plugin-sdk'
import { recordsReader } from '../history.ts'
import { type KnownMinute, recentSpan, watched } from './recent-minutes.ts'

export interface RecentInput {
  readonly numbers: readonly number[]
  /** minutes since the epoch */
  readonly now: number
}

const fields = watched.map(({ name }) => name)
const minutesPerHour = 60

/** Runs in the maintenance worker: the last minutes of many servers, sealed or not. */
export default ({ db, log }: OffloadContext, { numbers, now }: RecentInput): KnownMinute[] => {
  const read = recordsReader(db, 'raw', { log, fields })
  const from = now - recentSpan + 1
  return numbers.flatMap((number) =>
    [...read({ number, from, to: now })].flatMap(([hour, { slots, cells }]) =>
      slots
        .map((slot, i) => ({
          ...{ number, minute: hour * minutesPerHour + slot },
          values: cells.map((column) => (column[i] ?? null) as number | null),
        }))
        .filter(({ minute }) => minute >= from && minute <= now),
    ),
  )
}
