import { crc32 } from 'node:zlib'
import { BitReader, BitWriter, checkedContent, makeBlock, type Numbers, readNumbers, writeNumbers } from '@svc/series'
import { columns } from '../columns.ts'
import type { Cell, RecordBlock, Wanted } from '../record-block.ts'
import { readTexts, writeTexts } from './text-code.ts'

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

/*
 * Block layout: version; bitmap of the slots with a record; number of columns; tag and length of each column; the columns;
 * checksum. Columns can thus be read individually. Columns without any values are omitted.
 */
const version = 1
/** half of the slot bitmap, which is read as two numbers */
const slotBits = 32
const tagBits = 16

/** A hash in place of the column name, which would take as much space as the values. */
export const tagOf = (name: string) => crc32(Buffer.from(name)) % 2 ** tagBits

const tags = new Map<string, number>()
const knownTagOf = (name: string) => tags.getOrInsertComputed(name, tagOf)

function packColumn(cells: readonly Cell[]): Uint8Array {
  const bits = new BitWriter()
  writeColumn(bits, cells)
  return bits.finish()
}

/** Encodes records as a block, lossless. */
export function sealBlock({ slots, cells }: RecordBlock): Buffer {
  const packed = columns.flatMap(({ name }, c) => {
    const column = cells[c] ?? []
    return column.every((cell) => cell === null) ? [] : [{ tag: tagOf(name), bytes: packColumn(column) }]
  })
  const head = new BitWriter()
  head.write(version, 8)
  for (let slot = 0; slot < 2 * slotBits; slot++) head.write(slots.includes(slot) ? 1 : 0, 1)
  head.write(packed.length, 8)
  for (const { tag, bytes } of packed) {
    head.write(tag, tagBits)
    head.whole(bytes.length)
  }
  return makeBlock([head.finish(), ...packed.map(({ bytes }) => bytes)])
}

function slotsOf(bits: number, first: number): number[] {
  const found: number[] = []
  for (let rest = bits | 0, slot = first; rest !== 0; rest <<= 1, slot++) if (rest < 0) found.push(slot)
  return found
}

interface ColumnSpan {
  readonly tag: number
  readonly from: number
  readonly to: number
}

/** Reads the byte ranges of the columns from the block header. */
function columnSpans(head: BitReader): readonly ColumnSpan[] {
  const count = head.read(8)
  const places: ColumnSpan[] = []
  let from = 0
  for (let i = 0; i < count; i++) {
    const tag = head.read(tagBits)
    const to = from + head.whole()
    places.push({ tag, from, to })
    from = to
  }
  return places
}

const maxSlots = 60

/** Decodes the `wanted` columns of a block. Columns that did not exist when it was sealed are null. */
export function openBlock(block: Uint8Array, wanted: Wanted = columns): RecordBlock {
  const content = checkedContent(block, version)
  const head = new BitReader(content, 1, content.length)
  const slots = [...slotsOf(head.read(slotBits), 0), ...slotsOf(head.read(slotBits), slotBits)]
  if (slots.some((slot) => slot >= maxSlots)) throw new Error('corrupt sealed block: invalid slots')
  const spans = columnSpans(head)
  const start = head.aligned()
  return {
    slots,
    cells: wanted.map(({ name }) => {
      const tag = knownTagOf(name)
      const span = spans.find((one) => one.tag === tag)
      if (!span) return Array<null>(slots.length).fill(null)
      return readColumn(new BitReader(content, start + span.from, start + span.to), slots.length)
    }),
  }
}
