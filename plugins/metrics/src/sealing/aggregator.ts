import type { Core, Job } from '@svc/plugin-sdk'
import { hourOfMinute } from '../period-key.js'
import { minuteOf } from '../record-key.js'
import type { SealInput } from './seal-hours.js'

/** After the last record of an hour was written, and soon enough for a page that is opened on the hour. */
const offsetMs = 90_000
/** A start may be after the time of the run that a stop prevented; it is made up for while its hour is the last one. */
const firstMs = 15_000
/** Records of minutes that were missed come a few at a time. */
const soonMs = 20_000

/**
 * Turns the hour that was completed last into hourly records, and seals every complete hour. Runs shortly after each full
 * hour, after the start, and when records came to an hour that is over.
 */
export function makeAggregator({ clock, log, offload }: Pick<Core, 'clock' | 'log' | 'offload'>) {
  const module = new URL('./seal-hours.js', import.meta.url)
  const stopping = new AbortController()
  let last: Promise<void> = Promise.resolve()

  /** Waits for a run that is under way: that may have begun before the hour was complete. */
  const seal = (): Promise<void> => {
    last = last
      .catch(() => {})
      .then(() => {
        const currentHour = hourOfMinute(minuteOf(clock.now()))
        return offload<SealInput, void>(module, { currentHour }, { signal: stopping.signal })
      })
    return last
  }

  const stop = () => stopping.abort()
  const job: Job = {
    name: 'Aggregator',
    every: 3_600_000,
    align: true,
    offset: offsetMs,
    async run(signal) {
      signal.addEventListener('abort', stop)
      try {
        await seal()
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
  const later = (ms: number, when: string, done = () => {}) =>
    clock.after(ms, () => {
      done()
      seal().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, `sealing ${when} failed`)
      })
    })
  let cancelFirst = () => {}
  let cancelSoon: (() => void) | undefined
  return {
    job,
    start() {
      cancelFirst = later(firstMs, 'after the start')
    },
    /** Seals soon what came to an hour that is over; called again until then, it is still once. */
    soon() {
      cancelSoon ??= later(soonMs, 'what came late', () => {
        cancelSoon = undefined
      })
    },
    close() {
      cancelFirst()
      cancelSoon?.()
      stop()
    },
  }
}
