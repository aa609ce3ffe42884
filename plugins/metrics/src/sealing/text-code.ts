import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type BitReader, type BitWriter, readNumbers, writeNumbers } from '@svc/series'

/*
 * Encodes strings as patterns, the pattern index of each string, and per pattern the columns of the numbers in it: in a
 * host's disk list, only the numbers change from minute to minute. This is an on-disk format, including the dictionary.
 */

/** Typical content of patterns, so that they compress to almost nothing. */
const dictionary = Buffer.from(
  '["mmcblk","xvd","vd","dm-","md","hd","nvme","n"[["[{\\"name\\":\\"sd","a\\",\\"read_bytes_per_sec\\":",' +
    '",\\"write_bytes_per_sec\\":","},{\\"name\\":\\"nvme","n","\\",\\"read_bytes_per_sec\\":",' +
    '",\\"write_bytes_per_sec\\":","},{\\"name\\":\\"sdb\\",\\"read_bytes_per_sec\\":",' +
    '",\\"write_bytes_per_sec\\":","}]"]]',
)
/** Far more than an hour of 256 disks; a corrupt block must not exhaust memory. */
const maxOutputLength = 64 * 1024 * 1024

/** Splits a string at its numbers: text at even indexes, numbers as written at odd ones. */
const split = (text: string) => text.split(/((?<!\d)(?:0|[1-9]\d{0,14})(?!\d))/)

interface Pattern {
  readonly at: number
  readonly pieces: readonly string[]
  /** one column per number */
  readonly numbers: readonly number[][]
}

type Texts = readonly (string | null)[]

function patternsOf(texts: Texts): { patterns: readonly Pattern[]; which: (number | null)[] } {
  const patterns = new Map<string, Pattern>()
  const which = texts.map((text) => {
    if (text === null) return null
    const parts = split(text)
    const pieces = parts.filter((_, i) => i % 2 === 0)
    const key = JSON.stringify(pieces)
    const pattern = patterns.get(key) ?? { at: patterns.size, pieces, numbers: pieces.slice(1).map(() => []) }
    patterns.set(key, pattern)
    for (const [i, column] of pattern.numbers.entries()) column.push(Number(parts[2 * i + 1]))
    return pattern.at
  })
  return { patterns: [...patterns.values()], which }
}

/** Writes a column of strings, lossless. */
export function writeTexts(bits: BitWriter, texts: Texts): void {
  const { patterns, which } = patternsOf(texts)
  const packed = deflateRawSync(JSON.stringify(patterns.map(({ pieces }) => pieces)), { level: 9, dictionary })
  bits.whole(packed.length)
  for (const byte of packed) bits.write(byte, 8)
  writeNumbers(bits, which)
  for (const column of patterns.flatMap(({ numbers }) => numbers)) writeNumbers(bits, column)
}

/** Reads `count` strings. */
export function readTexts(bits: BitReader, count: number): (string | null)[] {
  const packed = bits.bytes(bits.whole())
  const patterns = JSON.parse(
    inflateRawSync(packed, { maxOutputLength, dictionary }).toString(),
  ) as readonly (readonly string[])[]
  const which = readNumbers(bits, count)
  const used = patterns.map(() => 0)
  for (const at of which) if (at !== null) used[at] = (used[at] ?? 0) + 1
  const columns = patterns.map((pieces, at) => pieces.slice(1).map(() => readNumbers(bits, used[at] ?? 0)))
  const next = patterns.map(() => 0)
  return which.map((at) => {
    if (at === null) return null
    const row = next[at] ?? 0
    next[at] = row + 1
    const pieces = patterns[at] as readonly string[]
    const numbers = columns[at] as readonly (readonly (number | null)[])[]
    let text = pieces[0] as string
    for (let i = 1; i < pieces.length; i++) text += `${numbers[i - 1]?.[row]}${pieces[i]}`
    return text
  })
}
