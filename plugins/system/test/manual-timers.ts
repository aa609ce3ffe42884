/** A clock whose timers the test fires. */
export function makeManualTimers() {
  const timers = new Set<() => void>()
  return {
    timers,
    clock: {
      after: (_: number, fn: () => void) => {
        timers.add(fn)
        return () => void timers.delete(fn)
      },
    },
    fireAll() {
      for (const fn of timers) fn()
    },
  }
}
