import { useCallback, useSyncExternalStore } from 'react'
import { pixelsFor } from '../layout/cell.ts'

/** pixels; wider screens are zoomed */
const baseWidth = 1600
const maxZoom = 3
/** The lowest zoom to make a whole board fit. */
const minZoom = 0.8
/** pixels above and below the rows of a board, for its name and padding */
const verticalPadding = 100

interface Wall {
  readonly width: number
  readonly height: number
  /** of the board; 0 if unknown */
  readonly rows: number
}

/**
 * Large screens are zoomed, because they are read from a distance, but only as far as the whole board fits, because
 * nobody scrolls a wall display. A board that is far too high to fit is scrolled nevertheless.
 */
export function zoomOf({ width, height, rows }: Wall): number {
  const wide = Math.min(maxZoom, Math.max(1, width / baseWidth))
  const fitting = rows > 0 ? height / (pixelsFor(rows) + verticalPadding) : wide
  const zoom = fitting < minZoom ? wide : Math.min(wide, fitting)
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
