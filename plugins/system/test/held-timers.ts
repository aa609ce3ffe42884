/** Timers that the test fires. */
export function holdTimers() {
  const timers = new Set<() => void>()
  return {
    timers,
    clock: {
      after: (_: number, fn: () => void) => {
        timers.add(fn)
        return () => void timers.delete(fn)
      },
    },
    elapse() {
      for (const fn of timers) fn()
    },
  }
}
