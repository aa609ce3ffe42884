import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Cell, RecordBlock } from '../src/record-block.ts'

/*
 * The alternative to the bit codec: columns of whole bytes that the zstd of the runtime compresses. Numbers are prepared as
 * the bit codec does, because without that zstd takes far more space. Only for complete hours, as the benchmark has them,
 * which favors zstd.
 */

/** Bytes that grow. */
class Bytes {
  readonly list: number[] = []

  whole(value: number): void {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.list.push((rest % 128) + 128)
    this.list.push(rest)
  }

  text(text: string): void {
    const bytes = Buffer.from(text)
    this.whole(bytes.length)
    for (const byte of bytes) this.list.push(byte)
  }
}

class Reader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.bytes[this.at++] as number
  }

  whole(): number {
    let [value, unit, byte] = [0, 1, this.byte()]
    for (; byte >= 128; byte = this.byte()) {
      value += (byte - 128) * unit
      unit *= 128
    }
    return value + byte * unit
  }

  text(): string {
    const length = this.whole()
    const from = this.at
    this.at += length
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + from, length).toString()
  }
}

const fold = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
const unfold = (code: number) => (code % 2 === 0 ? code / 2 : -(code + 1) / 2)
const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b))
const sizeOf = (codes: readonly number[]) => codes.reduce((sum, code) => sum + Math.log2(Math.abs(code) + 1), 0)

/** Thousandths as steps or values, divided by what they are multiples of, the bytes of equal significance side by side. */
function writeNumbers(out: Bytes, numbers: readonly number[]): void {
  const scale = numbers.every(Number.isInteger) ? 1 : 1000
  const wholes = numbers.map((number) => Math.round(number * scale))
  const first = wholes[0] ?? 0
  const least = wholes.reduce((a, b) => Math.min(a, b), first)
  const steps = wholes.map((value, i) => value - (wholes[i - 1] ?? first))
  const values = wholes.map((value) => value - least)
  const isSteps = sizeOf(steps) < sizeOf(values)
  const divisor = (isSteps ? steps : values).reduce((a, b) => divisorOf(a, Math.abs(b)), 0) || 1
  const codes = isSteps ? steps.map((step) => fold(step / divisor)) : values.map((value) => value / divisor)
  const most = codes.reduce((a, b) => Math.max(a, b), 0)
  const width = most === 0 ? 0 : Math.floor(Math.log2(most) / 8) + 1
  out.list.push((isSteps ? 1 : 0) + (scale === 1 ? 0 : 2), width)
  out.whole(fold(isSteps ? first : least))
  out.whole(divisor)
  for (let unit = 256 ** (width - 1); unit >= 1; unit /= 256)
    for (const code of codes) out.list.push(Math.floor(code / unit) % 256)
}

function readNumbers(from: Reader, count: number): number[] {
  const [kind, width] = [from.byte(), from.byte()]
  let base = unfold(from.whole())
  const divisor = from.whole()
  const scale = kind < 2 ? 1 : 1000
  const found = Array<number>(count).fill(0)
  for (let place = 0; place < width; place++)
    for (let i = 0; i < count; i++) found[i] = (found[i] as number) * 256 + from.byte()
  if (kind % 2 === 0) {
    for (let i = 0; i < count; i++) found[i] = (base + (found[i] as number) * divisor) / scale
  } else {
    for (let i = 0; i < count; i++) {
      base += unfold(found[i] as number) * divisor
      found[i] = base / scale
    }
  }
  return found
}

/** Texts of one shape: the text between the numbers once, and a column for each number. */
function writeTexts(out: Bytes, texts: readonly string[]): void {
  const rows = texts.map((text) => text.split(/(\d+)/))
  const shape = rows[0] ?? []
  out.list.push(shape.length)
  for (let i = 0; i < shape.length; i += 2) out.text(shape[i] as string)
  for (let i = 1; i < shape.length; i += 2)
    writeNumbers(
      out,
      rows.map((row) => Number(row[i])),
    )
}

function readTexts(from: Reader, count: number): string[] {
  const length = from.byte()
  const pieces = Array.from({ length: (length + 1) / 2 }, () => from.text())
  const columns = pieces.slice(1).map(() => readNumbers(from, count))
  return Array.from({ length: count }, (_, row) =>
    pieces.reduce((text, piece, i) => `${text}${columns[i - 1]?.[row]}${piece}`),
  )
}

function packed({ slots, cells }: RecordBlock): Buffer {
  const columns = cells.flatMap((column, c) => {
    if (column.every((cell) => cell === null)) return []
    const out = new Bytes()
    out.list.push(typeof column[0] === 'string' ? 1 : 0)
    if (typeof column[0] === 'string') writeTexts(out, column as string[])
    else writeNumbers(out, column as number[])
    return [{ c, bytes: out.list }]
  })
  const head = new Bytes()
  head.list.push(slots.length, columns.length)
  for (const { c, bytes } of columns) {
    head.list.push(c)
    head.whole(bytes.length)
  }
  return Buffer.concat([Buffer.from(head.list), ...columns.map(({ bytes }) => Buffer.from(bytes))])
}

function unpacked(bytes: Uint8Array, wanted: readonly number[]): Cell[][] {
  const head = new Reader(bytes)
  const [count, columns] = [head.byte(), head.byte()]
  const places = new Map<number, number>()
  let at = 0
  for (let i = 0; i < columns; i++) {
    places.set(head.byte(), at)
    at += head.whole()
  }
  return wanted.map((c) => {
    const place = places.get(c)
    if (place === undefined) return Array<null>(count).fill(null)
    const from = new Reader(bytes, head.at + place)
    return from.byte() === 1 ? readTexts(from, count) : readNumbers(from, count)
  })
}

const dictionaryBytes = 8192

/** A codec whose dictionary is the content of `samples`. */
export function zstdColumns(samples: readonly RecordBlock[]) {
  const dictionary = Buffer.concat(samples.map(packed)).subarray(0, dictionaryBytes)
  const params = { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 }
  return {
    seal: (block: RecordBlock): Buffer => zstdCompressSync(packed(block), { params, dictionary }),
    open: (bytes: Uint8Array, wanted: readonly number[]): Cell[][] =>
      unpacked(zstdDecompressSync(bytes, { dictionary }), wanted),
  }
}
