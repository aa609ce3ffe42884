import { byPosition, type Cell, columns } from './cell.ts'
import { pushDown } from './push-down.ts'

/**
 * The cells as displayed: cells sized by their content get the rows they need and push down what is below. A cell that
 * has not been measured yet has its stored height.
 */
export function withContentHeights<C extends Cell>(cells: readonly C[], rows: ReadonlyMap<string, number>): C[] {
  const resized = cells.map((cell) => {
    const h = rows.get(cell.id)
    return h === undefined || h === cell.h ? cell : { ...cell, h }
  })
  return pushDown(resized, undefined)
}

/** From top to bottom, then from left to right; the order in a single column. */
export const inReadingOrder = <C extends Cell>(cells: readonly C[]): C[] => [...cells].sort(byPosition)

/** Cells of at most this width fit into half the width of a phone. */
const maxSmallWidth = columns / 6

/**
 * The ids of cells that share a row of a single column: two consecutive small cells of the same height.
 */
export function sideBySide(cells: readonly Cell[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (let index = 1; index < cells.length; index++) {
    const [left, right] = [cells[index - 1] as Cell, cells[index] as Cell]
    if (left.w > maxSmallWidth || right.w > maxSmallWidth || left.h !== right.h || ids.has(left.id)) continue
    ids.add(left.id).add(right.id)
  }
  return ids
}
