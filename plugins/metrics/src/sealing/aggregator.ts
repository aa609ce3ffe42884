import { type Core, makeHourlyWork } from '@svc/plugin-sdk'
import { hourOfMinute } from '../period-key.ts'
import { minuteOf } from '../record-key.ts'
import type { SealInput } from './seal-hours.ts'

/** After the last record of an hour was written, and soon enough for a page that is opened on the hour. */
const offset = 90_000
/** A start may be after the time of the run that a stop prevented; it is made up for while its hour is the last one. */
const firstMs = 15_000
/** Records of minutes that were missed come a few at a time. */
const soonMs = 20_000

/**
 * Turns the hour that was completed last into hourly records, and seals every complete hour. Runs shortly after each full
 * hour, after the start, and when records came to an hour that is over.
 */
export function makeAggregator(core: Pick<Core, 'clock' | 'log' | 'offload'>) {
  const module = new URL('./seal-hours.js', import.meta.url)
  const input = (): SealInput => ({ currentHour: hourOfMinute(minuteOf(core.clock.now())) })
  const { job, later, close } = makeHourlyWork(core, { name: 'Aggregator', offset, module, input })
  return {
    job,
    start: later(firstMs, 'after the start'),
    /** Seals soon what came to an hour that is over. */
    soon: later(soonMs, 'of what came late'),
    close,
  }
}
