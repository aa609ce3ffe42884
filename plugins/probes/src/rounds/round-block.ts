import { BitReader, BitWriter, checksum } from '@svc/number-code'
import type { Round, Series } from './round.ts'
import { packRounds, unpackRounds } from './round-code.ts'

/*
 * A block holds what one server measured in one period: the version; how many series; of each its number and how many
 * bytes it takes; these; a sum over all of that. One series is read without the others.
 */
const version = 1
const sumBytes = 4

/** The series as a block. Nothing is lost: what comes out is equal to what went in. Undefined when there is no round. */
export function sealBlock(series: Series, base: number): Uint8Array | undefined {
  const packed = [...series]
    .filter(([, rounds]) => rounds.length > 0)
    .sort(([a], [b]) => a - b)
    .map(([number, rounds]) => ({ number, bytes: packRounds(rounds, base) }))
  return packed.length === 0 ? undefined : assembled(packed)
}

interface Part {
  readonly number: number
  readonly bytes: Uint8Array
}

function assembled(parts: readonly Part[]): Uint8Array {
  const head = new BitWriter()
  head.write(version, 8)
  head.whole(parts.length)
  for (const { number, bytes } of parts) {
    head.whole(number)
    head.whole(bytes.length)
  }
  const content = Buffer.concat([head.finish(), ...parts.map(({ bytes }) => bytes)])
  const sum = Buffer.alloc(sumBytes)
  sum.writeUInt32BE(checksum(content))
  return Buffer.concat([content, sum])
}

/** Where each series of a block lies. Throws when the block is not what was written. */
function partsOf(block: Uint8Array): readonly Part[] {
  if (block[0] !== version) throw new Error(`a block of rounds has version ${block[0]}; this program reader ${version}`)
  const content = block.subarray(0, Math.max(0, block.length - sumBytes))
  if (content.length + sumBytes !== block.length) throw new Error('a block of rounds is cut off')
  const sum = new DataView(block.buffer, block.byteOffset).getUint32(content.length)
  if (checksum(content) !== sum) throw new Error('a block of rounds is not what was written')
  const head = new BitReader(content, 1, content.length)
  const places = Array.from({ length: head.whole() }, () => ({ number: head.whole(), length: head.whole() }))
  let from = head.aligned()
  return places.map(({ number, length }) => {
    const bytes = content.subarray(from, from + length)
    from += length
    return { number, bytes }
  })
}

/** The series of a block, or those of them that are wanted. */
export function openBlock(
  block: Uint8Array,
  base: number,
  wanted?: ReadonlySet<number>,
): Map<number, readonly Round[]> {
  const parts = partsOf(block).filter(({ number }) => wanted?.has(number) ?? true)
  return new Map(parts.map(({ number, bytes }) => [number, unpackRounds(new BitReader(bytes, 0, bytes.length), base)]))
}

/** The block without a series; the same when it has none of it, and undefined when nothing is left. */
export function withoutSeries(block: Uint8Array, gone: number): Uint8Array | undefined {
  const parts = partsOf(block)
  const left = parts.filter(({ number }) => number !== gone)
  if (left.length === parts.length) return block
  return left.length === 0 ? undefined : assembled(left)
}
