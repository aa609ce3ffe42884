import { hoursPerDay, minutesPerHour, packPeriod, periodOfKey } from './period-key.ts'
import { minuteOfKey, packKey } from './record-key.ts'

/** Records of one grain: rows where they are written, and blocks of a period of one server once it is complete. */
export interface Tier {
  readonly blocks: string
  /** column of `blocks` */
  readonly period: string
  /** records of a period */
  readonly per: number
  /** from one record to the next */
  readonly seconds: number
  /** key of the row of a minute or an hour since the epoch, of server `number` */
  keyOf(place: number, number: number): number
  placeOf(key: number): number
}

/** A record per minute, sealed by the hour. */
export const minutes: Tier = {
  blocks: 'metrics_sealed_hours',
  period: 'hour',
  per: minutesPerHour,
  seconds: 60,
  keyOf: (minute, number) => packKey(minute, number),
  placeOf: minuteOfKey,
}

/** A record per hour, sealed by the day. */
export const hours: Tier = {
  blocks: 'metrics_sealed_days',
  period: 'day',
  per: hoursPerDay,
  seconds: 3600,
  keyOf: (hour, number) => packPeriod(number, hour),
  placeOf: periodOfKey,
}
