import type { Clock, Logger } from '@svc/plugin-sdk'

interface Options {
  readonly clock: Clock
  readonly log: Pick<Logger, 'error'>
  /** items per step, which should take about a millisecond of the main thread */
  readonly chunkSize: number
  /** the time that the steps are spread over */
  readonly spreadMs: number
  /** what is logged when a step fails; the first one throws */
  readonly failure: string
}

/** Goes through a fleet in small steps that are spread over a time. A new walk ends the one before. */
export function makeWalk<T>({ clock, log, chunkSize, spreadMs, failure }: Options, act: (some: readonly T[]) => void) {
  let cancel = () => {}

  function step(all: readonly T[], at: number, began: number): void {
    const next = at + chunkSize
    if (next < all.length) {
      // Scheduled before this step acts, so that one that fails does not end the walk.
      const due = began + Math.floor((spreadMs * next) / all.length)
      cancel = clock.after(Math.max(0, due - clock.now()), () => {
        try {
          step(all, next, began)
        } catch (error) {
          log.error({ err: error }, failure)
        }
      })
    }
    act(all.slice(at, next))
  }

  return {
    start(all: readonly T[]): void {
      cancel()
      step(all, 0, clock.now())
    },
    stop: () => cancel(),
  }
}
