import { byPlace, type Cell, columns } from './cell.ts'
import { pushDown } from './push-down.ts'

/**
 * The cells as they are shown: those whose content decides the height get the rows they need, and what is below makes
 * room. Without a measurement yet, a cell has the height it was stored with.
 */
export function arranged<C extends Cell>(cells: readonly C[], rows: ReadonlyMap<string, number>): C[] {
  const grown = cells.map((cell) => {
    const h = rows.get(cell.id)
    return h === undefined || h === cell.h ? cell : { ...cell, h }
  })
  return pushDown(grown, undefined)
}

/** In the order in which a single column shows them. */
export const inColumn = <C extends Cell>(cells: readonly C[]): C[] => [...cells].sort(byPlace)

/** Cells of at most this width are small enough for half of a phone. */
const small = columns / 6

/**
 * Cells, in the order of a single column, that share a row of it: two small ones of one height that follow each other.
 */
export function halves(cells: readonly Cell[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (let i = 1; i < cells.length; i++) {
    const [left, right] = [cells[i - 1] as Cell, cells[i] as Cell]
    if (left.w > small || right.w > small || left.h !== right.h || found.has(left.id)) continue
    found.add(left.id).add(right.id)
  }
  return found
}
