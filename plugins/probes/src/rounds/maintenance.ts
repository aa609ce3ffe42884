import { type Core, makeHourlyWork } from '@svc/plugin-sdk'
import { minutesPerHour, timeRows } from '@svc/series'
import type { SealInput } from './seal-worker.ts'
import { hourOf, networkTables, pingTables } from './tables.ts'

/** Late enough for the last rounds of an hour to be written. */
const offset = 120_000
/** Catches up on a run missed while stopped. */
const startDelayMs = 20_000

/** Seals complete hours, shortly after each full hour and after startup. */
export function makeSealer(core: Pick<Core, 'clock' | 'db' | 'log' | 'offload'>) {
  const module = new URL('./seal-worker.js', import.meta.url)
  const rows = [networkTables, pingTables].map(({ hot }) => timeRows(core.db, hot))
  const input = (): SealInput | undefined => {
    const currentHour = hourOf(Math.floor(core.clock.now() / 1000))
    return rows.some(({ next }) => (next(0) ?? Infinity) < currentHour * minutesPerHour) ? { currentHour } : undefined
  }
  const { job, later, close } = makeHourlyWork(core, { name: 'ProbeSealer', offset, module, input })
  return { job, start: later(startDelayMs, 'after the start'), close }
}

/** Batches deletions. */
const delayMs = 100

/** Deletes the rounds of deleted servers, targets and tasks, after each deletion and after startup. */
export function makePurge({ clock, log, offload }: Pick<Core, 'clock' | 'log' | 'offload'>) {
  const worker = new URL('./purge-worker.js', import.meta.url)
  const controller = new AbortController()
  let last: Promise<void> = Promise.resolve()
  let cancel: (() => void) | undefined

  async function run() {
    cancel = undefined
    last = last.then(() => offload<undefined, void>(worker, undefined, { signal: controller.signal }))
    last = last.catch((error: unknown) => {
      if (!controller.signal.aborted) log.warn({ err: error }, 'could not purge rounds; retrying after the next start')
    })
    await last
  }

  return {
    schedule() {
      cancel ??= clock.after(delayMs, run)
    },
    close() {
      cancel?.()
      controller.abort()
    },
  }
}
