import { inAct } from './in-act.ts'

/** A set of change listeners. */
export function makeListeners() {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: () =>
      inAct(() => {
        for (const listener of [...listeners]) listener()
      }),
  }
}
