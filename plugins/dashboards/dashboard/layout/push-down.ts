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
  const settled: C[] = []
  for (const cell of order) {
    let at = cell
    if (rank(cell) === 2) {
      for (let hit = under(settled, at); hit; hit = under(settled, at)) at = { ...at, y: hit.y + hit.h }
    }
    settled.push(at)
  }
  const byId = new Map(settled.map((cell) => [cell.id, cell]))
  return cells.map((cell) => byId.get(cell.id) ?? cell)
}

const under = <C extends Cell>(settled: readonly C[], cell: C) => settled.find((other) => overlap(cell, other))
