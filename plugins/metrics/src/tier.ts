import { hoursPerDay, minutesPerHour, packPeriod, periodOfKey } from './period-key.ts'
import { minuteOfKey, packKey } from './record-key.ts'

/** Records of one resolution: rows while they are written, and one block per server and period once it is complete. */
export interface Tier {
  readonly blocks: string
  /** column of the `blocks` table */
  readonly period: string
  /** maximum number of records per period */
  readonly per: number
  /** interval between records */
  readonly seconds: number
  /** row key of a bucket (a minute or hour since the epoch) of server `number` */
  keyOf(bucket: number, number: number): number
  bucketOf(key: number): number
}

/** A record per minute, sealed by the hour. */
export const minutes: Tier = {
  blocks: 'metrics_sealed_hours',
  period: 'hour',
  per: minutesPerHour,
  seconds: 60,
  keyOf: (minute, number) => packKey(minute, number),
  bucketOf: minuteOfKey,
}

/** A record per hour, sealed by the day. */
export const hours: Tier = {
  blocks: 'metrics_sealed_days',
  period: 'day',
  per: hoursPerDay,
  seconds: 3600,
  keyOf: (hour, number) => packPeriod(number, hour),
  bucketOf: periodOfKey,
}
