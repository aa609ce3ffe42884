import type { Cell } from './sealing/column-code.ts'
import type { RecordBlock, Wanted } from './sealing/records-by-column.ts'
import type { Tier } from './tier.ts'

/** A row of a records table. */
export type Row = Readonly<Record<string, Cell>> & { readonly id: number }

/** The minutes or hours `from` to `to` of server `number`, both inclusive. */
export interface BucketRange {
  readonly number: number
  readonly from: number
  readonly to: number
}

/** Reads records as blocks by period. */
export type ReadBlocks = (range: BucketRange) => Map<number, RecordBlock>

/** Groups ascending rows of one server into blocks by period. */
export function blocksOf(rows: readonly Row[], wanted: Wanted, { bucketOf, per }: Tier): Map<number, RecordBlock> {
  const found = new Map<number, { slots: number[]; cells: Cell[][] }>()
  for (const row of rows) {
    const bucket = bucketOf(row.id)
    const period = Math.floor(bucket / per)
    const block = found.get(period) ?? { slots: [], cells: wanted.map(() => []) }
    found.set(period, block)
    block.slots.push(bucket - period * per)
    for (const [c, { name }] of wanted.entries()) block.cells[c]?.push(row[name] ?? null)
  }
  return found
}
