import { BitReader, BitWriter, checksum } from '@svc/number-code'
import { columns } from '../columns.ts'
import { openFirst } from './block-v1.ts'
import { type Cell, readColumn, writeColumn } from './column-code.ts'
import type { RecordBlock, Wanted } from './records-by-column.ts'

/*
 * A block: the version; which slots have a record, a bit for each; how many columns it has; of each its tag and how
 * many bytes it takes; the columns; a sum over all of that. So a column is found without reading the others. Columns
 * without any value are not there.
 */
const version = 2
/** half of the bits for slots, which are twice as many as a number is read of at once */
const slotBits = 32
const tagWidth = 16
/** of the sum, at the end of a block */
export const sumBytes = 4

/** Stands for the name of a column; names would take as much as their values do. */
const tagOf = (name: string) => checksum(Buffer.from(name)) % 2 ** tagWidth

const tags: ReadonlyMap<string, number> = new Map(columns.map(({ name }) => [name, tagOf(name)]))
if (new Set(tags.values()).size < tags.size) throw new Error('two columns have the same tag; one needs another name')

function packColumn(cells: readonly Cell[]): Uint8Array {
  const bits = new BitWriter()
  writeColumn(bits, cells)
  return bits.finish()
}

/** The records as a block. Nothing is lost: what comes out is equal to what went in. */
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
    head.write(tag, tagWidth)
    head.whole(bytes.length)
  }
  const content = Buffer.concat([head.finish(), ...packed.map(({ bytes }) => bytes)])
  const sum = Buffer.alloc(sumBytes)
  sum.writeUInt32BE(checksum(content))
  return Buffer.concat([content, sum])
}

function slotsOf(bits: number, first: number): number[] {
  const found: number[] = []
  for (let rest = bits | 0, slot = first; rest !== 0; rest <<= 1, slot++) if (rest < 0) found.push(slot)
  return found
}

interface Place {
  readonly tag: number
  readonly from: number
  readonly to: number
}

/** Where the columns of a block are. */
function placesOf(head: BitReader): readonly Place[] {
  const count = head.read(8)
  const places: Place[] = []
  let from = 0
  for (let i = 0; i < count; i++) {
    const tag = head.read(tagWidth)
    const to = from + head.whole()
    places.push({ tag, from, to })
    from = to
  }
  return places
}

function openSecond(block: Uint8Array, wanted: Wanted): RecordBlock {
  const content = block.subarray(0, -sumBytes)
  const sum = new DataView(block.buffer, block.byteOffset).getUint32(content.length)
  if (checksum(content) !== sum) throw new Error('a sealed block is not what was written')
  const head = new BitReader(content, 1, content.length)
  const slots = [...slotsOf(head.read(slotBits), 0), ...slotsOf(head.read(slotBits), slotBits)]
  const places = placesOf(head)
  const start = head.aligned()
  return {
    slots,
    cells: wanted.map(({ name }) => {
      const tag = tags.get(name) ?? tagOf(name)
      const place = places.find((one) => one.tag === tag)
      if (!place) return Array<null>(slots.length).fill(null)
      return readColumn(new BitReader(content, start + place.from, start + place.to), slots.length)
    }),
  }
}

const open: Readonly<Record<number, typeof openSecond>> = { 1: openFirst, 2: openSecond }

const most = 60
const isSlot = (slot: unknown) => Number.isInteger(slot) && (slot as number) < most

/** The records of a block, with some columns of it. Columns that did not exist when it was sealed are null. */
export function openBlock(block: Uint8Array, wanted: Wanted = columns): RecordBlock {
  const opened = open[block[0] ?? 0]?.(block, wanted)
  if (!opened) throw new Error(`a sealed block has version ${block[0]}; this program reads 1 and 2`)
  const { slots } = opened
  if (!slots.every((slot, i) => isSlot(slot) && slot > (slots[i - 1] ?? -1))) {
    throw new Error('a sealed block has minutes that no hour has')
  }
  return opened
}
