import { useCallback, useSyncExternalStore } from 'react'
import { heightOf } from '../layout/cell.ts'

/** Pixels of width from which on things are enlarged. */
const plain = 1600
const largest = 3
/** How much smaller than at a desk things may be so that all of a board is seen. */
const smallest = 0.8
/** Pixels above and below the rows of a board: its name, and the room around. */
const around = 100

interface Wall {
  readonly width: number
  readonly height: number
  /** of the board; 0 while they are not known */
  readonly rows: number
}

/**
 * How much larger than at a desk things are: a wall is read from afar. No larger than lets all of a board be seen, because
 * nobody scrolls a wall; a board that is far too high for that is scrolled after all.
 */
export function zoomOf({ width, height, rows }: Wall): number {
  const wide = Math.min(largest, Math.max(1, width / plain))
  const fitting = rows > 0 ? height / (heightOf(rows) + around) : wide
  const zoom = fitting < smallest ? wide : Math.min(wide, fitting)
  return Math.floor(zoom * 100) / 100
}

function onResize(notify: () => void) {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}

export function useWallZoom(isWall: boolean, rows: number): number {
  const read = useCallback(
    () => (isWall ? zoomOf({ width: window.innerWidth, height: window.innerHeight, rows }) : 1),
    [isWall, rows],
  )
  return useSyncExternalStore(onResize, read)
}
