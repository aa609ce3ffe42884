import { type BitReader, type BitWriter, type Numbers, readNumbers, writeNumbers } from '@svc/number-code'
import { readTexts, writeTexts } from './text-code.ts'

/** A value in a record column. */
export type Cell = number | string | null

/** Writes the cells of a column, lossless. All are numbers or all are strings. */
export function writeColumn(bits: BitWriter, cells: readonly Cell[]): void {
  const isText = cells.some((cell) => typeof cell === 'string')
  bits.write(isText ? 1 : 0, 1)
  if (isText) writeTexts(bits, cells as (string | null)[])
  else writeNumbers(bits, cells as Numbers)
}

/** Reads `count` cells. */
export function readColumn(bits: BitReader, count: number): Cell[] {
  const cells = bits.read(1) === 1 ? readTexts(bits, count) : readNumbers(bits, count)
  bits.end()
  return cells
}
