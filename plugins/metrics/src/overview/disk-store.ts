import type { Database } from '@svc/plugin-sdk'
import { packHour } from '../hour-key.js'
import type { Sums } from './disk-trend.js'

/** Hours of records that a trend is made of. */
const week = 7 * 24
const gib = 2 ** 30

type Found = Sums & { readonly number: number }

const key = (number: string, hour: string) => `${number} * ${packHour(1, 0)} + ${hour}`

/** Sums over the disk usage of the hourly records of a week, by server number. */
export function diskSums(db: Database, numbers: readonly number[], hour: number): readonly Found[] {
  return db
    .prepare<[{ numbers: string; hour: number }], Found>(
      `WITH
         points AS (
           SELECT n.value AS number, h.hour - @hour AS x, h.disk_used / ${gib}.0 AS y
           FROM json_each(@numbers) n CROSS JOIN metrics_hourly_records h
             ON h.id BETWEEN ${key('n.value', `@hour - ${week}`)} AND ${key('n.value', '@hour')}),
         sums AS (
           SELECT number, count(*) AS count, min(x) AS first, max(x) AS last, total(x) AS x, total(y) AS y,
             total(x * x) AS xx, total(y * y) AS yy, total(x * y) AS xy
           FROM points GROUP BY number)
       SELECT sums.*, disk_used / ${gib}.0 AS now
       FROM sums JOIN metrics_hourly_records h ON h.id = ${key('sums.number', '@hour + sums.last')}`,
    )
    .all({ numbers: JSON.stringify(numbers), hour })
}
