import type { Cell } from './sealing/column-code.ts'
import type { RecordBlock, Wanted } from './sealing/records-by-column.ts'
import type { Tier } from './tier.ts'

/** A row of a table of records. */
export type Row = Readonly<Record<string, Cell>> & { readonly id: number }

/** Records of server `number` from minute or hour `from` to `to`, both inclusive. */
export interface PlaceRange {
  readonly number: number
  readonly from: number
  readonly to: number
}

/** Reads records as blocks by period. */
export type ReadBlocks = (range: PlaceRange) => Map<number, RecordBlock>

/** Rows of one server, ascending, as blocks by period. */
export function blocksOf(rows: readonly Row[], wanted: Wanted, { placeOf, per }: Tier): Map<number, RecordBlock> {
  const found = new Map<number, { slots: number[]; cells: Cell[][] }>()
  for (const row of rows) {
    const place = placeOf(row.id)
    const period = Math.floor(place / per)
    const block = found.get(period) ?? { slots: [], cells: wanted.map(() => []) }
    found.set(period, block)
    block.slots.push(place - period * per)
    for (const [c, { name }] of wanted.entries()) block.cells[c]?.push(row[name] ?? null)
  }
  return found
}
