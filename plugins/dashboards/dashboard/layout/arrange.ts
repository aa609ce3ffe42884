import { byPlace, type Cell } from './cell.js'
import { pushDown } from './push-down.js'

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
