const minus = 45
const dot = 46
const zero = 48
const quote = 34
const backslash = 92
const firstPlain = 32
const firstBeyondAscii = 127
const billion = 1_000_000_000

/** Upper bound of the length of a serialized number. */
export const maxNumberBytes = 32

const wordBytes = 4

/** Pre-encoded JSON that is written many times, padded to whole words; `length` is its actual length in bytes. */
export interface Piece {
  readonly words: readonly number[]
  readonly length: number
}

export function pieceOf(json: string): Piece {
  const bytes = Buffer.from(json)
  const padded = Buffer.concat([bytes, Buffer.alloc(wordBytes)])
  const count = Math.ceil(bytes.length / wordBytes)
  return { words: Array.from({ length: count }, (_, i) => padded.readInt32BE(i * wordBytes)), length: bytes.length }
}

/** The digits of 0 to 99 as two bytes. */
const pairs = Uint16Array.from({ length: 100 }, (_, i) => (zero + Math.floor(i / 10)) * 256 + zero + (i % 10))

/** Larger buffers are not reused. */
const maxSpareBytes = 4 * 1024 * 1024
/** Reused for the next response: a new buffer each time would be megabytes of garbage. */
let spare: Buffer | undefined
const noBytes = Buffer.alloc(0)

/** Finished JSON. */
export interface JsonResult {
  readonly bytes: Uint8Array
  /**
   * Releases the memory for reuse. Call it once nobody reads the bytes any more, for example after sending them. Otherwise
   * they are left to the garbage collector.
   */
  release(): void
}

/**
 * Writes JSON directly as bytes. Concatenating megabytes of strings and encoding them afterwards takes several times as
 * long. Callers reserve space first, for many pieces at once.
 */
export class JsonBytes {
  private bytes: Buffer
  private view: DataView
  private at = 0

  constructor(expected: number) {
    this.bytes = spare && spare.length >= expected ? spare : Buffer.allocUnsafeSlow(expected)
    spare = undefined
    this.view = new DataView(this.bytes.buffer)
  }

  reserve(length: number): void {
    const needed = this.at + length + wordBytes
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, needed))
    larger.set(this.bytes)
    this.bytes = larger
    this.view = new DataView(larger.buffer)
  }

  /** Requires reserved space. The padding of the last word is overwritten by the next piece. */
  piece({ words, length }: Piece): void {
    const { view, at } = this
    for (let i = 0; i < words.length; i++) view.setInt32(at + i * wordBytes, words[i] as number)
    this.at = at + length
  }

  /** Bytes written so far. */
  get length(): number {
    return this.at
  }

  /** A copy of what was written from offset `from` on. */
  since(from: number): Uint8Array {
    return new Uint8Array(this.bytes.subarray(from, this.at))
  }

  /** Appends encoded JSON. Reserves its own space. */
  raw(json: Uint8Array): void {
    this.reserve(json.length)
    this.bytes.set(json, this.at)
    this.at += json.length
  }

  /** Reserves its own space. */
  text(text: string): void {
    const { length } = text
    this.reserve(2 * length + 2)
    const { bytes } = this
    let at = this.at
    bytes[at++] = quote
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code < firstPlain || code >= firstBeyondAscii) {
        this.any(text)
        return
      }
      if (code === quote || code === backslash) bytes[at++] = backslash
      bytes[at++] = code
    }
    bytes[at++] = quote
    this.at = at
  }

  private any(value: string | number): void {
    this.raw(Buffer.from(JSON.stringify(value)))
  }

  /** Requires reserved space. Writes infinities as null, like `JSON.stringify`. */
  number(value: number): void {
    const size = Math.abs(value)
    const whole = Math.floor(size)
    const isWhole = whole === size
    const thousandths = isWhole ? 0 : Math.round(size * 1000)
    // stored values are integers or thousandths; anything else takes the slow path
    const isFast = isWhole
      ? Number.isSafeInteger(whole)
      : Number.isSafeInteger(thousandths) && thousandths / 1000 === size
    if (isFast) {
      if (value < 0) this.bytes[this.at++] = minus
      this.whole(whole)
      if (!isWhole) this.fraction(thousandths - whole * 1000)
    } else {
      this.any(value)
    }
  }

  /** Two digits, as in a time. Requires reserved space. */
  twoDigits(value: number): void {
    this.digits(value, 2)
  }

  private whole(value: number): void {
    const high = Math.floor(value / billion)
    if (high > 0) {
      this.digits(high, digitsOf(high))
      this.digits(value - high * billion, 9)
    } else {
      this.digits(value, digitsOf(value))
    }
  }

  private digits(value: number, count: number): void {
    const { bytes, view, at } = this
    let rest = value | 0
    let end = at + count
    for (; end >= at + 2; end -= 2) {
      const next = (rest / 100) | 0
      view.setUint16(end - 2, pairs[rest - next * 100] as number)
      rest = next
    }
    if (end > at) bytes[at] = zero + rest
    this.at = at + count
  }

  /** Thousandths, without trailing zeros. */
  private fraction(thousandths: number): void {
    this.bytes[this.at++] = dot
    if (thousandths % 100 === 0) this.digits(thousandths / 100, 1)
    else if (thousandths % 10 === 0) this.digits(thousandths / 10, 2)
    else this.digits(thousandths, 3)
  }

  /** Returns the written JSON. Nothing can be written afterwards. */
  finish(): JsonResult {
    const { bytes, at } = this
    this.bytes = noBytes
    let isReusable = bytes.length <= maxSpareBytes
    return {
      bytes: bytes.subarray(0, at),
      release() {
        if (isReusable) spare = bytes
        isReusable = false
      },
    }
  }
}

/** Number of digits of an integer below a billion. */
function digitsOf(value: number): number {
  if (value < 100_000) {
    if (value < 100) return value < 10 ? 1 : 2
    return value < 1000 ? 3 : value < 10_000 ? 4 : 5
  }
  if (value < 10_000_000) return value < 1_000_000 ? 6 : 7
  return value < 100_000_000 ? 8 : 9
}
