import { useState } from 'react'

/** One page of a cursor-based list. */
export interface CursorPage<T> {
  readonly items: readonly T[]
  /** cursor of the next page; null on the last one */
  readonly next: string | null
}

/** Paging state of a cursor-based list; resets to the first page when `queryKey` changes. */
export function useCursors(queryKey: string) {
  const [state, setState] = useState<{ queryKey: string; trail: readonly string[] }>({ queryKey, trail: [] })
  const trail = state.queryKey === queryKey ? state.trail : []
  return {
    cursor: trail.at(-1),
    page: trail.length + 1,
    older: (next: string) => setState({ queryKey, trail: [...trail, next] }),
    newer: () => setState({ queryKey, trail: trail.slice(0, -1) }),
  }
}
