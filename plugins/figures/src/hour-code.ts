import { BitReader, BitWriter, checkedContent, makeBlock, readNumbers, writeNumbers } from '@svc/series'

/** The mean of what a figure reported in a minute; `count` is needed to join the parts before and after a restart. */
export interface Mean {
  readonly value: number
  readonly count: number
}

/** An hour of a server, or a part of it: by series, then by minute of the hour. */
export type Hour = ReadonlyMap<number, ReadonlyMap<number, Mean>>

function joined(a: Mean | undefined, b: Mean): Mean {
  if (!a) return b
  const count = a.count + b.count
  return { value: (a.value * a.count + b.value * b.count) / count, count }
}

/** A minute that is in several parts is the mean of all its reports. */
export function joinHours(parts: readonly Hour[]): Hour {
  const all = new Map<number, Map<number, Mean>>()
  for (const part of parts) {
    for (const [series, minutes] of part) {
      const known = all.getOrInsertComputed(series, () => new Map<number, Mean>())
      for (const [minute, mean] of minutes) known.set(minute, joined(known.get(minute), mean))
    }
  }
  return all
}

/*
 * A block holds an hour of a server: version; number of series; the series; their lengths in bytes; the series; a checksum. A
 * single series can be read without decoding the others. It is the number of its minutes; the minutes, each less its index,
 * so that a complete hour takes next to nothing; values; counts.
 */
const version = 1

function pack(hour: ReadonlyMap<number, Mean>): Uint8Array {
  const all = [...hour].sort(([a], [b]) => a - b)
  const columns = [
    all.map(([minute], i) => minute - i),
    all.map(([, { value }]) => value),
    all.map(([, { count }]) => count),
  ]
  const bits = new BitWriter()
  bits.whole(all.length)
  for (const column of columns) writeNumbers(bits, column)
  return bits.finish()
}

function unpack(bits: BitReader): ReadonlyMap<number, Mean> {
  const length = bits.whole()
  const read = () => readNumbers(bits, length) as number[]
  const [minutes, values, counts] = [read(), read(), read()]
  bits.end()
  return new Map(minutes.map((minute, i) => [minute + i, { value: values[i] as number, count: counts[i] as number }]))
}

export function sealHour(hour: Hour): Uint8Array {
  const packed = [...hour].sort(([a], [b]) => a - b).map(([series, minutes]) => ({ series, bytes: pack(minutes) }))
  const head = new BitWriter()
  head.write(version, 8)
  head.whole(packed.length)
  writeNumbers(
    head,
    packed.map(({ series }) => series),
  )
  writeNumbers(
    head,
    packed.map(({ bytes }) => bytes.length),
  )
  return makeBlock([head.finish(), ...packed.map(({ bytes }) => bytes)])
}

/** Decodes a block, or only the wanted series of it. Throws if the block is damaged. */
export function openHour(block: Uint8Array, wanted?: number): Hour {
  const content = checkedContent(block, version)
  const head = new BitReader(content, 1, content.length)
  const count = head.whole()
  const [series, lengths] = [readNumbers(head, count), readNumbers(head, count)] as [number[], number[]]
  const hour = new Map<number, ReadonlyMap<number, Mean>>()
  let from = head.aligned()
  for (const [i, id] of series.entries()) {
    const to = from + (lengths[i] as number)
    if (wanted === undefined || id === wanted) hour.set(id, unpack(new BitReader(content, from, to)))
    from = to
  }
  return hour
}
