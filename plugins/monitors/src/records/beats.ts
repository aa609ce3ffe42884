import type { Database, OffloadContext } from '@svc/plugin-sdk'

/** Checks shown for each monitor. */
export const maxBeats = 30
const daySeconds = 86_400

export interface BeatsInput {
  /** `number` of monitors */
  readonly monitors: readonly number[]
  /** epoch seconds */
  readonly now: number
}

export interface FoundBeats {
  readonly monitor: number
  /** the last checks, oldest first */
  readonly beats: readonly { readonly time: number; readonly success: number }[]
  /** 0 to 1; null without checks */
  readonly day: number | null
  readonly month: number | null
}

/** Entry point in the maintenance worker: the checks of a day of many monitors are a quarter of a million rows. */
export default ({ db }: OffloadContext, input: BeatsInput): FoundBeats[] => readBeats(db, input)

interface Counted {
  readonly checks: number
  readonly failures: number | null
}

const uptimeOf = (counted: Counted | undefined) =>
  counted && counted.checks > 0 ? (counted.checks - (counted.failures ?? 0)) / counted.checks : null

/** The last checks of monitors, and their uptime over a day and over 30 days. */
export function readBeats(db: Database, { monitors, now }: BeatsInput): FoundBeats[] {
  const newest = db.prepare<[number, number], { time: number; success: number }>(
    'SELECT time, success FROM monitors_records WHERE monitor = ? ORDER BY time DESC, id DESC LIMIT ?',
  )
  const lastDay = db.prepare<[number, number], Counted>(
    'SELECT count(*) AS checks, sum(success = 0) AS failures FROM monitors_records WHERE monitor = ? AND time > ?',
  )
  const lastMonth = db.prepare<[number, number], Counted>(
    'SELECT total(checks) AS checks, total(failures) AS failures FROM monitors_days WHERE monitor = ? AND day_start > ?',
  )
  return monitors.map((monitor) => ({
    monitor,
    beats: newest.all(monitor, maxBeats).reverse(),
    day: uptimeOf(lastDay.get(monitor, now - daySeconds)),
    month: uptimeOf(lastMonth.get(monitor, now - 30 * daySeconds)),
  }))
}
