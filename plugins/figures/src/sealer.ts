import { type Core, makeHourlyWork } from '@svc/plugin-sdk'
import { hourOfMinute, minuteOf, timeRows } from '@svc/series'
import type { SealInput } from './seal-worker.ts'
import { rows } from './tables.ts'

/** Late enough for the last minute of an hour to be written. */
const offset = 120_000
/** Catches up on a run missed while stopped. */
const startDelayMs = 25_000

/** Seals complete hours, shortly after each full hour and after startup. */
export function makeSealer(core: Pick<Core, 'clock' | 'db' | 'log' | 'offload'>) {
  const { next } = timeRows(core.db, rows)
  const input = (): SealInput | undefined => {
    const currentHour = hourOfMinute(minuteOf(core.clock.now()))
    return hourOfMinute(next(0) ?? Infinity) < currentHour ? { currentHour } : undefined
  }
  const module = new URL('./seal-worker.js', import.meta.url)
  const { job, later, close } = makeHourlyWork(core, { name: 'FigureSealer', offset, module, input })
  return { job, start: later(startDelayMs, 'after the start'), close }
}
