import { type Boot, bootKey } from './boot.ts'

/** Holds what is known of session and plugins; readers get the same object until something changed. */
export function makeBootStore(first: Boot) {
  let current = first
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(next: Boot) {
      if (bootKey(next) === bootKey(current)) return
      current = next
      for (const notify of listeners) notify()
    },
    subscribe(notify: () => void) {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
  }
}

export type BootStore = ReturnType<typeof makeBootStore>
