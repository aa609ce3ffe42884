import { useState } from 'react'

/** One page of a list that is read by cursor. */
export interface CursorPage<T> {
  readonly items: readonly T[]
  /** of the page that follows; null on the last one */
  readonly next: string | null
}

/** The way through a list that is read by cursor; another question (`of`) begins at its first page. */
export function useCursors(of: string) {
  const [state, setState] = useState<{ of: string; trail: readonly string[] }>({ of, trail: [] })
  const trail = state.of === of ? state.trail : []
  return {
    cursor: trail.at(-1),
    page: trail.length + 1,
    older: (next: string) => setState({ of, trail: [...trail, next] }),
    newer: () => setState({ of, trail: trail.slice(0, -1) }),
  }
}
