import { type BitReader, type BitWriter, codeLimit, codeWidth, widthOf } from './bits.ts'

/** A column of numbers; null where there is none. */
export type Numbers = readonly (number | null)[]

/*
 * These codes are stored: a new one needs a new version of the block.
 *   nothing   no number at all
 *   same      one number, which all are
 *   values    each less the smallest
 *   steps     each less the one before it, of the first its value
 *   doubles   as they are in memory, for whatever fits nowhere else
 * Those in the middle are whole numbers, or decimals times a thousand, divided by what they are all multiples of.
 */
const kinds = ['nothing', 'same', 'values', 'steps', 'doubles'] as const
const kindWidth = 3
const orderWidth = 6

type Kind = (typeof kinds)[number]

const isNegativeZero = (value: number) => Object.is(value, -0)

/** The numbers as whole ones at a scale, or undefined when one of them would not come back exactly. */
function scaled(numbers: readonly number[], scale: number): number[] | undefined {
  const whole: number[] = []
  for (const number of numbers) {
    const value = Math.round(number * scale)
    if (!Number.isSafeInteger(value) || value / scale !== number || isNegativeZero(number)) return undefined
    whole.push(value)
  }
  return whole
}

function greatestDivisor(a: number, b: number): number {
  let [large, small] = [a, b]
  while (small > 0) [large, small] = [small, large % small]
  return large
}

const fold = (step: number) => (step < 0 ? -2 * step - 1 : 2 * step)
// Bits are read from an integer, which nearly every code fits into; a remainder of a double takes several times as long.
const unfold = (code: number) => {
  if (code <= 0x7fffffff) return (code >>> 1) ^ -(code & 1)
  return code % 2 === 0 ? code / 2 : -(code + 1) / 2
}

/** The order of the code with which the numbers take the fewest bits, and how many: somewhere below their mean. */
function bestOrder(codes: readonly number[]): { order: number; size: number } {
  let total = 0
  for (const code of codes) total += code / codes.length
  const highest = Math.min(widthOf(Math.floor(total)), 52)
  const best = { order: 0, size: Number.POSITIVE_INFINITY }
  for (let order = Math.max(0, highest - 4); order <= highest; order++) {
    let size = 0
    for (const code of codes) size += codeWidth(code, order)
    if (size < best.size) Object.assign(best, { order, size })
  }
  return best
}

interface Coded {
  readonly kind: 'values' | 'steps'
  /** what the first code is added to */
  readonly base: number
  readonly divisor: number
  readonly order: number
  readonly codes: readonly number[]
  readonly size: number
}

const unsigned = (value: number) => value
const signed = { values: unsigned, steps: fold }

/** Differences as codes, or undefined when one of them would not be exact. */
function coded(kind: Coded['kind'], base: number, differences: readonly number[]): Coded | undefined {
  if (!differences.every((difference) => Math.abs(difference) < codeLimit / 2)) return undefined
  const divisor = differences.reduce((a, b) => (a === 1 ? 1 : greatestDivisor(a, Math.abs(b))), 0) || 1
  const codes = differences.map((difference) => signed[kind](difference / divisor))
  return { kind, base, divisor, codes, ...bestOrder(codes) }
}

function shortest(whole: readonly number[]): Coded | undefined {
  const least = whole.reduce((a, b) => Math.min(a, b))
  const first = whole[0] as number
  const values = coded(
    'values',
    least,
    whole.map((value) => value - least),
  )
  const steps = coded(
    'steps',
    first,
    whole.map((value, i) => value - (whole[i - 1] ?? first)),
  )
  return steps && (!values || steps.size < values.size) ? steps : values
}

const writeSigned = (bits: BitWriter, value: number) => {
  bits.write(value < 0 ? 1 : 0, 1)
  bits.whole(Math.abs(value))
}

const writeKind = (bits: BitWriter, kind: Kind) => bits.write(kinds.indexOf(kind), kindWidth)

const doubleBits = new DataView(new ArrayBuffer(8))

function writeDoubles(bits: BitWriter, numbers: readonly number[]) {
  writeKind(bits, 'doubles')
  for (const number of numbers) {
    doubleBits.setFloat64(0, number)
    bits.write(doubleBits.getUint32(0), 32)
    bits.write(doubleBits.getUint32(4), 32)
  }
}

function writePresent(bits: BitWriter, numbers: readonly number[]) {
  for (const scale of [1, 1000]) {
    const whole = scaled(numbers, scale)
    if (!whole) continue
    const isSame = whole.every((value) => value === whole[0])
    const found = isSame ? undefined : shortest(whole)
    if (!isSame && !found) continue
    writeKind(bits, found?.kind ?? 'same')
    bits.write(scale === 1 ? 0 : 1, 1)
    writeSigned(bits, found?.base ?? (whole[0] as number))
    if (!found) return
    bits.whole(found.divisor)
    bits.write(found.order, orderWidth)
    for (const code of found.codes) bits.code(code, found.order)
    return
  }
  writeDoubles(bits, numbers)
}

/** Writes a column of numbers without loss: which of them there are, and these. */
export function writeNumbers(bits: BitWriter, numbers: Numbers): void {
  const present = numbers.filter((number) => number !== null)
  const hasGaps = present.length > 0 && present.length < numbers.length
  bits.write(hasGaps ? 1 : 0, 1)
  if (hasGaps) for (const number of numbers) bits.write(number === null ? 0 : 1, 1)
  if (present.length > 0) writePresent(bits, present)
  else writeKind(bits, 'nothing')
}

const readSigned = (bits: BitReader) => {
  const isNegative = bits.read(1) === 1
  const size = bits.whole()
  return isNegative ? -size : size
}

function readDoubles(bits: BitReader, count: number): number[] {
  const found: number[] = []
  for (let i = 0; i < count; i++) {
    doubleBits.setUint32(0, bits.read(32))
    doubleBits.setUint32(4, bits.read(32))
    found.push(doubleBits.getFloat64(0))
  }
  return found
}

function readPresent(bits: BitReader, count: number): (number | null)[] {
  const kind = kinds[bits.read(kindWidth)]
  if (kind === undefined) throw new Error('a column of numbers has a code that this program does not know')
  if (kind === 'nothing') return Array<null>(count).fill(null)
  if (kind === 'doubles') return readDoubles(bits, count)
  const scale = bits.read(1) === 0 ? 1 : 1000
  let base = readSigned(bits)
  if (kind === 'same') return Array<number>(count).fill(base / scale)
  const divisor = bits.whole()
  const order = bits.read(orderWidth)
  const found = bits.codes(count, order)
  if (kind === 'values') {
    for (let i = 0; i < count; i++) found[i] = (base + (found[i] as number) * divisor) / scale
  } else {
    for (let i = 0; i < count; i++) {
      base += unfold(found[i] as number) * divisor
      found[i] = base / scale
    }
  }
  return found
}

/** The `count` numbers that were written. */
export function readNumbers(bits: BitReader, count: number): (number | null)[] {
  if (bits.read(1) === 0) return readPresent(bits, count)
  const isPresent = Array.from({ length: count }, () => bits.read(1) === 1)
  const present = readPresent(bits, isPresent.filter(Boolean).length)
  let next = 0
  return isPresent.map((is) => (is ? (present[next++] ?? null) : null))
}
