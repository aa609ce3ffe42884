/** The column index under the cursor. Kept outside of React state, so that pointer moves only re-render the tooltip. */
export interface CursorIndex {
  get(): number | undefined
  set(index: number | undefined): void
  subscribe(notify: () => void): () => void
}

export function makeCursorIndex(): CursorIndex {
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
