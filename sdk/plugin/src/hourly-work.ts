import type { Core, Job } from './core.ts'

/** A task of the maintenance worker that processes completed hours. */
export interface HourlyWork {
  /** a run after each full hour */
  readonly job: Job
  /**
   * Returns a function that schedules one extra run after `ms` milliseconds. Calls while one is scheduled are ignored. A
   * failure is logged with the `reason` of the run.
   */
  later(ms: number, reason: string): () => void
  /** Aborts the current run and cancels scheduled ones. */
  close(): void
}

/** What to run each hour, and when. */
export interface HourlyWorkOptions<Input> {
  /** of the job, in PascalCase */
  readonly name: string
  /** milliseconds after each full hour */
  readonly offset: number
  /** a module of the plugin, whose default export the maintenance worker runs */
  readonly module: URL
  /** called at the start of each run; its result is passed to the module; undefined if there is nothing to do */
  readonly input: () => Input | undefined
}

/**
 * A task of the maintenance worker that runs after each full hour, and on request: after a start for an hour that was
 * missed, or when data arrived late. Runs never overlap.
 */
export function makeHourlyWork<Input>(
  { clock, log, offload }: Pick<Core, 'clock' | 'log' | 'offload'>,
  { name, offset, module, input }: HourlyWorkOptions<Input>,
): HourlyWork {
  const stopping = new AbortController()
  const scheduled = new Set<() => void>()
  let last: Promise<void> = Promise.resolve()

  /** Waits for the current run first, because it may have started before the hour was complete. */
  const run = (): Promise<void> => {
    last = last
      .catch(() => {})
      .then(() => {
        const given = input()
        return given === undefined ? undefined : offload<Input, void>(module, given, { signal: stopping.signal })
      })
    return last
  }
  const stop = () => stopping.abort()

  return {
    job: {
      name,
      every: 3_600_000,
      align: true,
      offset,
      async run(signal) {
        signal.addEventListener('abort', stop)
        try {
          await run()
        } finally {
          signal.removeEventListener('abort', stop)
        }
      },
    },
    later(ms, reason) {
      let cancel: (() => void) | undefined
      const start = () => {
        if (cancel) scheduled.delete(cancel)
        cancel = undefined
        run().catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, `${name} ${reason} failed`)
        })
      }
      return () => {
        if (cancel) return
        cancel = clock.after(ms, start)
        scheduled.add(cancel)
      }
    },
    close() {
      for (const cancel of scheduled) cancel()
      stop()
    },
  }
}
