import type { Core, Job } from './core.ts'

/** What the maintenance worker does about hours that are over. */
export interface HourlyWork {
  /** a run after each full hour */
  readonly job: Job
  /**
   * One run more, `ms` milliseconds after the returned function is called; called again until then, it is still one. When
   * it fails, the log says so with `what`.
   */
  later(ms: number, what: string): () => void
  /** Stops what is under way and forgets what was to come. */
  close(): void
}

/** Which work it is. */
export interface HourlyWorkOptions<Input> {
  /** of the job, in PascalCase */
  readonly name: string
  /** milliseconds after each full hour */
  readonly offset: number
  /** a module of the plugin, whose default export the maintenance worker runs */
  readonly module: URL
  /** what the module is given, asked for as each run begins */
  readonly input: () => Input
}

/**
 * Work of the maintenance worker that is due after each full hour, and may be due at other times as well: after the start
 * for the hour that a stop prevented, or when something came late. Runs never overlap.
 */
export function makeHourlyWork<Input>(
  { clock, log, offload }: Pick<Core, 'clock' | 'log' | 'offload'>,
  { name, offset, module, input }: HourlyWorkOptions<Input>,
): HourlyWork {
  const stopping = new AbortController()
  const waiting = new Set<() => void>()
  let last: Promise<void> = Promise.resolve()

  /** Waits for a run that is under way: that may have begun before the hour was over. */
  const run = (): Promise<void> => {
    last = last.catch(() => {}).then(() => offload<Input, void>(module, input(), { signal: stopping.signal }))
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
    later(ms, what) {
      let cancel: (() => void) | undefined
      const begin = () => {
        if (cancel) waiting.delete(cancel)
        cancel = undefined
        run().catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, `${name} ${what} failed`)
        })
      }
      return () => {
        if (cancel) return
        cancel = clock.after(ms, begin)
        waiting.add(cancel)
      }
    },
    close() {
      for (const cancel of waiting) cancel()
      stop()
    },
  }
}
