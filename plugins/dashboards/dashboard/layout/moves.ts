import type { WidgetSizing } from '@svc/widget-sdk'
import { type Cell, columns, isWithin, maxRow, overlap } from './cell.ts'
import { pushDown } from './push-down.ts'
import { fitSize, type Size } from './sizing.ts'

export interface Step {
  readonly dx: number
  readonly dy: number
}

/**
 * Moves a cell to the next free position in a direction, jumping over neighbors. Undefined if there is none within the
 * board.
 */
export function moveCell<C extends Cell>(cells: readonly C[], id: string, { dx, dy }: Step): C[] | undefined {
  const cell = cells.find((other) => other.id === id)
  if (!cell || (dx === 0 && dy === 0)) return undefined
  const others = cells.filter((other) => other.id !== id)
  for (let distance = 1; ; distance++) {
    const next = { ...cell, x: cell.x + dx * distance, y: cell.y + dy * distance }
    if (!isWithin(next)) return undefined
    if (!others.some((other) => overlap(next, other))) return cells.map((other) => (other.id === id ? next : other))
  }
}

/** Moves a cell to a position. Undefined if it is already there, or the position is occupied or outside the board. */
export function placeCell<C extends Cell>(
  cells: readonly C[],
  id: string,
  at: { x: number; y: number },
): C[] | undefined {
  const cell = cells.find((other) => other.id === id)
  if (!cell || (cell.x === at.x && cell.y === at.y)) return undefined
  const next = { ...cell, ...at }
  if (!isWithin(next) || cells.some((other) => overlap(next, other))) return undefined
  return cells.map((other) => (other.id === id ? next : other))
}

/** Resizes a cell to the nearest allowed size and pushes down what is below. Undefined if nothing changes. */
export function resizeCell<C extends Cell>(
  cells: readonly C[],
  id: string,
  requested: Size,
  rules: { readonly sizing: WidgetSizing; readonly isFixed: (cell: C) => boolean },
): C[] | undefined {
  const cell = cells.find((other) => other.id === id)
  if (!cell) return undefined
  const fitted = fitSize(rules.sizing, cell, { ...requested, w: Math.min(requested.w, columns - cell.x) })
  const next = { ...cell, ...fitted }
  if (!isWithin(next) || (next.w === cell.w && next.h === cell.h)) return undefined
  const blocked = cells.some((other) => rules.isFixed(other) && overlap(next, other))
  if (blocked) return undefined
  const after = pushDown(
    cells.map((other) => (other.id === id ? next : other)),
    id,
    rules.isFixed,
  )
  return after.every(({ y }) => y <= maxRow) ? after : undefined
}
