/**
 * Limits the share of a processor that a reader takes: whoever has worked for some time waits until the work is at most
 * that share of the time.
 */
export function makeBudget(share: number, now: () => number = performance.now.bind(performance)) {
  let readyAt = 0
  return {
    /** Runs synchronous work and counts its time. */
    run<T>(work: () => T): T {
      const startedAt = now()
      try {
        return work()
      } finally {
        const spent = now() - startedAt
        readyAt = Math.max(readyAt, startedAt) + spent / share
      }
    },
    /** milliseconds until more work may be done */
    wait: (): number => Math.max(0, readyAt - now()),
  }
}
export type Budget = ReturnType<typeof makeBudget>
