import type { Database, OffloadContext } from '@svc/plugin-sdk'
import type { CheckDay } from '../contract.ts'

export interface CheckDaysInput {
  /** `number` of monitors */
  readonly monitors: readonly number[]
  /** UTC day */
  readonly since: number
}

export interface FoundDay extends CheckDay {
  readonly monitor: number
}

/** Entry point in the maintenance worker: a month of checks every ten seconds is a quarter of a million rows. */
export default ({ db }: OffloadContext, input: CheckDaysInput): FoundDay[] => checkDays(db, input)

/** Checks of monitors by day, oldest first. */
export const checkDays = (db: Database, { monitors, since }: CheckDaysInput): FoundDay[] =>
  db
    .prepare<[string, number], FoundDay>(
      `SELECT monitor, time / 86400 AS day, count(*) AS checks, sum(success = 0) AS failures FROM monitors_records
       WHERE monitor IN (SELECT value FROM json_each(?)) AND time >= ? GROUP BY monitor, day ORDER BY monitor, day`,
    )
    .all(JSON.stringify(monitors), since * 86_400)
