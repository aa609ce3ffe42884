import type { Core, Job } from '@svc/plugin-sdk'
import { hourOf } from './keys.js'
import type { SealInput } from './seal.js'

/** After the last round of an hour was written. */
const offsetMs = 120_000
/** A start may be after the time of the run that a stop prevented. */
const firstMs = 20_000

/** Seals every complete hour: shortly after each full hour, and after the start. */
export function makeSealer({ clock, log, offload }: Pick<Core, 'clock' | 'log' | 'offload'>) {
  const module = new URL('./seal.js', import.meta.url)
  const stopping = new AbortController()
  let last: Promise<void> = Promise.resolve()

  /** Waits for a run that is under way: that may have begun before the hour was complete. */
  function seal(): Promise<void> {
    last = last
      .catch(() => {})
      .then(() => {
        const currentHour = hourOf(Math.floor(clock.now() / 1000))
        return offload<SealInput, void>(module, { currentHour }, { signal: stopping.signal })
      })
    return last
  }

  const stop = () => stopping.abort()
  const job: Job = {
    name: 'ProbeSealer',
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
  let cancelFirst = () => {}
  return {
    job,
    start() {
      cancelFirst = clock.after(firstMs, () => {
        seal().catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, 'sealing rounds after the start failed')
        })
      })
    },
    close() {
      cancelFirst()
      stop()
    },
  }
}
