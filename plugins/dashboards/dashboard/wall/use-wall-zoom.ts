import { useCallback, useSyncExternalStore } from 'react'

/** Pixels of width from which on things are enlarged. */
const plain = 1600
const largest = 3

/** How much larger than at a desk things are on a screen of this width: a wall is read from afar. */
export const zoomOf = (width: number): number => Math.round(Math.min(largest, Math.max(1, width / plain)) * 100) / 100

function onResize(notify: () => void) {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}

export function useWallZoom(isWall: boolean): number {
  const read = useCallback(() => (isWall ? zoomOf(window.innerWidth) : 1), [isWall])
  return useSyncExternalStore(onResize, read)
}
