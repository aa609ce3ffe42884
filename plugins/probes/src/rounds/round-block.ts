import { BitReader, BitWriter, checkedContent, makeBlock } from '@svc/series'
import type { Round, Series } from './round.ts'
import { packRounds, unpackRounds } from './round-code.ts'

/*
 * A block holds the rounds of one server in one period: version; number of series; number and byte length of each series;
 * the series; a checksum. A single series can be read without decoding the others.
 */
const version = 1

/** Encodes series without loss; undefined if there are no rounds. */
export function sealBlock(series: Series, base: number): Uint8Array | undefined {
  const packed = [...series]
    .filter(([, rounds]) => rounds.length > 0)
    .sort(([a], [b]) => a - b)
    .map(([number, rounds]) => ({ number, bytes: packRounds(rounds, base) }))
  return packed.length === 0 ? undefined : assemble(packed)
}

interface Part {
  readonly number: number
  readonly bytes: Uint8Array
}

function assemble(parts: readonly Part[]): Uint8Array {
  const head = new BitWriter()
  head.write(version, 8)
  head.whole(parts.length)
  for (const { number, bytes } of parts) {
    head.whole(number)
    head.whole(bytes.length)
  }
  return makeBlock([head.finish(), ...parts.map(({ bytes }) => bytes)])
}

/** The encoded series of a block. Throws if the block is damaged. */
function partsOf(block: Uint8Array): readonly Part[] {
  const content = checkedContent(block, version)
  const head = new BitReader(content, 1, content.length)
  const places = Array.from({ length: head.whole() }, () => ({ number: head.whole(), length: head.whole() }))
  let from = head.aligned()
  return places.map(({ number, length }) => {
    const bytes = content.subarray(from, from + length)
    from += length
    return { number, bytes }
  })
}

/** Decodes a block, or only the wanted series of it. */
export function openBlock(
  block: Uint8Array,
  base: number,
  wanted?: ReadonlySet<number>,
): Map<number, readonly Round[]> {
  const parts = partsOf(block).filter(({ number }) => wanted?.has(number) ?? true)
  return new Map(parts.map(({ number, bytes }) => [number, unpackRounds(new BitReader(bytes, 0, bytes.length), base)]))
}

/** The block without a series; the same block if it does not contain it, undefined if it becomes empty. */
export function withoutSeries(block: Uint8Array, removed: number): Uint8Array | undefined {
  const parts = partsOf(block)
  const remaining = parts.filter(({ number }) => number !== removed)
  if (remaining.length === parts.length) return block
  return remaining.length === 0 ? undefined : assemble(remaining)
}
