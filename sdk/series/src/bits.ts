/** Whole numbers below this can be written; twice as large and an odd one would not be exact. */
export const codeLimit = 2 ** 53

const wordBits = 24
const wordSize = 2 ** wordBits
const wholeWidth = 6
/** of 32, whatever bit of a byte they begin at */
const peekedBits = 25

/** How many bits a whole number below `codeLimit` takes; none for 0. */
export const widthOf = (value: number): number =>
  value < 2 ** 32 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 2 ** 32))

/** Writes bits one behind the other, the most significant of a number first. */
export class BitWriter {
  private readonly bytes: number[] = []
  private pending = 0
  private pendingBits = 0

  /** The low `width` bits of a whole number; `width` is at most 53. */
  write(value: number, width: number): void {
    if (width > wordBits) {
      this.write(Math.floor(value / wordSize), width - wordBits)
      this.write(value % wordSize, wordBits)
      return
    }
    // less than a byte was pending, so all of it fits into 31 bits
    this.pending = (this.pending << width) | value
    this.pendingBits += width
    while (this.pendingBits >= 8) {
      this.pendingBits -= 8
      this.bytes.push(this.pending >>> this.pendingBits)
      this.pending &= (1 << this.pendingBits) - 1
    }
  }

  /** A number of any size: how many bits it takes, and these. */
  whole(value: number): void {
    const width = widthOf(value)
    this.write(width, wholeWidth)
    this.write(value, width)
  }

  /** The Exp-Golomb code of order `order`: short for small numbers, and not much longer for a few large ones. */
  code(value: number, order: number): void {
    const unit = 2 ** order
    const high = Math.floor(value / unit) + 1
    const width = widthOf(high)
    this.write(0, width - 1)
    this.write(high, width)
    this.write(value % unit, order)
  }

  /** Everything that was written; the last byte is filled up with zeros. */
  finish(): Uint8Array {
    if (this.pendingBits > 0) this.write(0, 8 - this.pendingBits)
    return Uint8Array.from(this.bytes)
  }
}

/** How many bits the code of a number takes. */
export const codeWidth = (value: number, order: number): number =>
  2 * widthOf(Math.floor(value / 2 ** order) + 1) - 1 + order

/** Reads what was written to a `BitWriter`. */
export class BitReader {
  private readonly source: Uint8Array
  private readonly limit: number
  private at: number

  constructor(source: Uint8Array, from: number, to: number) {
    this.source = source
    this.at = from * 8
    this.limit = to * 8
  }

  /** At least `peekedBits` bits from here on, in the upper end of a 32-bit number. */
  private peek(): number {
    const { source, at } = this
    const i = at >>> 3
    const word =
      ((source[i] as number) << 24) |
      ((source[i + 1] as number) << 16) |
      ((source[i + 2] as number) << 8) |
      (source[i + 3] as number)
    return word << (at & 7)
  }

  read(width: number): number {
    if (width > wordBits) return this.read(width - wordBits) * wordSize + this.read(wordBits)
    if (width === 0) return 0
    const value = this.peek() >>> (32 - width)
    this.at += width
    return value
  }

  whole(): number {
    const width = this.read(wholeWidth)
    if (width > 53) throw new Error('a number has more bits than there are')
    return this.read(width)
  }

  /** Numbers that were written as codes of one order, one after the other. */
  codes(count: number, order: number): number[] {
    const { source } = this
    const unit = 2 ** order
    const found: number[] = []
    let at = this.at
    for (let n = 0; n < count; n++) {
      const i = at >>> 3
      const word =
        (((source[i] as number) << 24) |
          ((source[i + 1] as number) << 16) |
          ((source[i + 2] as number) << 8) |
          (source[i + 3] as number)) <<
        (at & 7)
      const length = 2 * Math.clz32(word) + 1 + order
      if (length <= peekedBits) {
        found.push((word >>> (32 - length)) - unit)
        at += length
      } else {
        this.at = at
        found.push(this.longCode(order))
        at = this.at
      }
    }
    this.at = at
    return found
  }

  private longCode(order: number): number {
    let width = 1
    while (this.read(1) === 0) {
      width += 1
      if (width > 54) throw new Error('a code has no end')
    }
    const high = 2 ** (width - 1) + this.read(width - 1)
    return (high - 1) * 2 ** order + this.read(order)
  }

  bytes(count: number): Uint8Array {
    if (count * 8 > this.limit - this.at) throw new Error('a column ends before its last value')
    return Uint8Array.from({ length: count }, () => this.read(8))
  }

  /** The first byte of which nothing was read. */
  aligned(): number {
    return (this.at + 7) >>> 3
  }

  /** Throws when more was read than there is. */
  end(): void {
    if (this.at > this.limit) throw new Error('a column ends before its last value')
  }
}
