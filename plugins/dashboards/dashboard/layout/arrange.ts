import { byPosition, type Cell, columns } from './cell.ts'
import { pushDown } from './push-down.ts'

/**
 * The cells as displayed: cells sized by their content get the rows they need and push down what is below. A cell that
 * has not been measured yet has its stored height.
 */
export function withContentHeights<C extends Cell>(cells: readonly C[], rows: ReadonlyMap<string, number>): C[] {
  const grown = cells.map((cell) => {
    const h = rows.get(cell.id)
    return h === undefined || h === cell.h ? cell : { ...cell, h }
  })
  return pushDown(grown, undefined)
}

/** From top to bottom, then from left to right; the order in a single column. */
export const inReadingOrder = <C extends Cell>(cells: readonly C[]): C[] => [...cells].sort(byPosition)

/** Cells of at most this width fit into half the width of a phone. */
const small = columns / 6

/**
 * The ids of cells that share a row of a single column: two consecutive small cells of the same height.
 */
export function sideBySide(cells: readonly Cell[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (let i = 1; i < cells.length; i++) {
    const [left, right] = [cells[i - 1] as Cell, cells[i] as Cell]
    if (left.w > small || right.w > small || left.h !== right.h || found.has(left.id)) continue
    found.add(left.id).add(right.id)
  }
  return found
}
