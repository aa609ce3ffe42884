/** Which place of the columns is read. Kept outside React, so that moving the pointer renders the tip and nothing else. */
export interface Spot {
  get(): number | undefined
  set(index: number | undefined): void
  subscribe(notify: () => void): () => void
}

export function makeSpot(): Spot {
  let current: number | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(index) {
      if (index === current) return
      current = index
      for (const notify of listeners) notify()
    },
    subscribe(notify) {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
  }
}
