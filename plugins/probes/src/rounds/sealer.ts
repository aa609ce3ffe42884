import { type Core, makeHourlyWork } from '@svc/plugin-sdk'
import { hourOf } from './keys.ts'
import type { SealInput } from './seal-worker.ts'

/** Late enough for the last rounds of an hour to be written. */
const offset = 120_000
/** Catches up on a run missed while stopped. */
const startDelayMs = 20_000

/** Seals complete hours, shortly after each full hour and after startup. */
export function makeSealer(core: Pick<Core, 'clock' | 'log' | 'offload'>) {
  const module = new URL('./seal-worker.js', import.meta.url)
  const input = (): SealInput => ({ currentHour: hourOf(Math.floor(core.clock.now() / 1000)) })
  const { job, later, close } = makeHourlyWork(core, { name: 'ProbeSealer', offset, module, input })
  return { job, start: later(startDelayMs, 'after the start'), close }
}
