import type { Compactor, Layout } from 'react-grid-layout'
import type { Cell } from '../layout/cell.ts'

const free = { type: null, allowOverlap: false } as const

/** While moving: a widget stops at obstacles, and nothing else moves. */
export const moving: Compactor = { ...free, preventCollision: true, compact: (layout) => layout }

/**
 * While resizing: `resize` positions the others, based on where they were at the start.
 */
export const resizing = (id: string, resize: (size: { w: number; h: number }) => readonly Cell[]): Compactor => ({
  ...free,
  preventCollision: false,
  compact(layout: Layout) {
    const item = layout.find((other) => other.i === id)
    if (!item) return layout
    const cells = new Map(resize({ w: item.w, h: item.h }).map((cell) => [cell.id, cell]))
    return layout.map((other) => {
      const cell = cells.get(other.i)
      return cell ? { ...other, x: cell.x, y: cell.y, w: cell.w, h: cell.h } : other
    })
  },
})
