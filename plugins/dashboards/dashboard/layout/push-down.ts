import { byPlace, type Cell, overlap } from './cell.ts'

/**
 * Moves down what lies under `first`, and what lies under that, as far as needed. Nothing moves up or sideways, and what
 * is already free stays. Cells for which `isFixed` holds stay as well: others go below them.
 */
export function pushDown<C extends Cell>(
  cells: readonly C[],
  first: string | undefined,
  isFixed: (cell: C) => boolean = () => false,
): C[] {
  const rank = (cell: C) => (cell.id === first ? 0 : isFixed(cell) ? 1 : 2)
  const order = [...cells].sort((a, b) => rank(a) - rank(b) || byPlace(a, b))
  const placed: C[] = []
  for (const cell of order) {
    let at = cell
    if (rank(cell) === 2) {
      for (let hit = under(placed, at); hit; hit = under(placed, at)) at = { ...at, y: hit.y + hit.h }
    }
    placed.push(at)
  }
  const byId = new Map(placed.map((cell) => [cell.id, cell]))
  return cells.map((cell) => byId.get(cell.id) ?? cell)
}

const under = <C extends Cell>(placed: readonly C[], cell: C) => placed.find((other) => overlap(cell, other))
