import { type Core, makeHourlyWork } from '@svc/plugin-sdk'
import { hourOf } from './keys.ts'
import type { SealInput } from './seal-worker.ts'

/** After the last round of an hour was written. */
const offset = 120_000
/** A start may be after the time of the run that a stop prevented. */
const firstMs = 20_000

/** Seals every complete hour: shortly after each full hour, and after the start. */
export function makeSealer(core: Pick<Core, 'clock' | 'log' | 'offload'>) {
  const module = new URL('./seal-worker.js', import.meta.url)
  const input = (): SealInput => ({ currentHour: hourOf(Math.floor(core.clock.now() / 1000)) })
  const { job, later, close } = makeHourlyWork(core, { name: 'ProbeSealer', offset, module, input })
  return { job, start: later(firstMs, 'after the start'), close }
}
