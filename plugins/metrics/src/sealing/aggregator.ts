import { type Core, makeHourlyWork, type OffloadContext } from '@svc/plugin-sdk'
import { dayOfHour, hourOfMinute, minuteOf, sealPeriods, timeRows } from '@svc/series'
import { recordsTable } from '../records-store.ts'
import { daySealing } from './day-sealing.ts'
import { hourSealing } from './hour-sealing.ts'

/** After the last record of an hour is written, but soon enough for a page opened on the hour. */
const offset = 90_000
/** Catches up on a run that was missed while the program was stopped. */
const startDelayMs = 15_000
/** Late records arrive in batches, so wait for more. */
const lateDelayMs = 20_000

/**
 * Aggregates the last complete hour into hourly records and seals all complete hours. Runs shortly after each full hour,
 * after a start, and when a past hour got late records.
 */
export function makeAggregator(core: Pick<Core, 'clock' | 'db' | 'log' | 'offload'>) {
  const module = new URL('./aggregator.js', import.meta.url)
  const records = timeRows(core.db, recordsTable)
  const firstHourly = core.db.prepare<[], { hour: number | null }>(
    'SELECT min(hour) AS hour FROM metrics_hourly_records',
  )
  const input = (): SealInput | undefined => {
    const currentHour = hourOfMinute(minuteOf(core.clock.now()))
    const minute = records.next(0) ?? Number.POSITIVE_INFINITY
    const hour = firstHourly.get()?.hour ?? Number.POSITIVE_INFINITY
    const isNeeded = hourOfMinute(minute) < currentHour || dayOfHour(hour) < dayOfHour(currentHour)
    return isNeeded ? { currentHour } : undefined
  }
  const { job, later, close } = makeHourlyWork(core, { name: 'Aggregator', offset, module, input })
  return {
    job,
    start: later(startDelayMs, 'after the start'),
    /** Schedules a run after late records. */
    schedule: later(lateDelayMs, 'of what came late'),
    close,
  }
}

export interface SealInput {
  /** the current, incomplete hour since the epoch */
  readonly currentHour: number
}

/**
 * Runs in the maintenance worker: seals every complete hour of raw records and every complete day of hourly records. Only
 * the last complete hour is aggregated into hourly records. Can be interrupted at any point; the next run continues.
 */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> => {
  const isSummarized = (hour: number) => hour === currentHour - 1
  await sealPeriods(db, hourSealing(db, { log, isSummarized }), { current: currentHour, signal })
  await sealPeriods(db, daySealing(db, log), { current: dayOfHour(currentHour), signal })
}
