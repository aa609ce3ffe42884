import { byPosition, type Cell, overlap } from './cell.ts'

/**
 * Resolves overlaps by moving cells down. `first` and fixed cells do not move; cells without an overlap do not move
 * either. Nothing moves up or sideways.
 */
export function pushDown<C extends Cell>(
  cells: readonly C[],
  first: string | undefined,
  isFixed: (cell: C) => boolean = () => false,
): C[] {
  const rank = (cell: C) => (cell.id === first ? 0 : isFixed(cell) ? 1 : 2)
  const order = [...cells].sort((a, b) => rank(a) - rank(b) || byPosition(a, b))
  const placed: C[] = []
  for (const cell of order) {
    let moved = cell
    if (rank(cell) === 2) {
      for (let obstacle = findOverlap(placed, moved); obstacle; obstacle = findOverlap(placed, moved))
        moved = { ...moved, y: obstacle.y + obstacle.h }
    }
    placed.push(moved)
  }
  const byId = new Map(placed.map((cell) => [cell.id, cell]))
  return cells.map((cell) => byId.get(cell.id) ?? cell)
}

const findOverlap = <C extends Cell>(placed: readonly C[], cell: C) => placed.find((other) => overlap(cell, other))
