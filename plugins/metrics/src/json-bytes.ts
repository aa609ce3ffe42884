const minus = 45
const dot = 46
const zero = 48
const quote = 34
const backslash = 92
const firstPlain = 32
const firstBeyondAscii = 127
const billion = 1_000_000_000

/** Bytes that no number is longer than. */
export const longestNumber = 32

const wordBytes = 4

/** What is JSON already, to be written many times: whole words, and how many bytes of them count. */
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

/** Larger ones are not kept. */
const keptBytes = 4 * 1024 * 1024
/** Where the next JSON is written: a new place for each would be megabytes for the garbage collector every time. */
let spare: Buffer | undefined
const nowhere = Buffer.alloc(0)

/** JSON that was written. */
export interface WrittenJson {
  readonly bytes: Uint8Array
  /**
   * To be called when nobody reads the bytes any more, such as after they were sent: their memory is used again or freed
   * at once. Who does not call it leaves them to the garbage collector.
   */
  giveBack(): void
}

/**
 * JSON that is written as bytes from the start: megabytes of text that are put together from pieces and then encoded
 * take several times as long. Whoever writes makes room first, for many pieces at once.
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

  room(length: number): void {
    const needed = this.at + length + wordBytes
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, needed))
    larger.set(this.bytes)
    this.bytes = larger
    this.view = new DataView(larger.buffer)
  }

  /** Where room was made for it. What the last word has too much, the next piece overwrites. */
  piece({ words, length }: Piece): void {
    const { view, at } = this
    for (let i = 0; i < words.length; i++) view.setInt32(at + i * wordBytes, words[i] as number)
    this.at = at + length
  }

  /** Bytes so far. */
  get length(): number {
    return this.at
  }

  /** What was written since there were `from` bytes, in memory of its own. */
  since(from: number): Uint8Array {
    return new Uint8Array(this.bytes.subarray(from, this.at))
  }

  /** What was written before. Makes its own room. */
  again(json: Uint8Array): void {
    this.room(json.length)
    this.bytes.set(json, this.at)
    this.at += json.length
  }

  /** Makes its own room. */
  text(text: string): void {
    const { length } = text
    this.room(2 * length + 2)
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
    this.again(Buffer.from(JSON.stringify(value)))
  }

  /** Where room was made for it. JSON has no infinities; null stands for them, as in `JSON.stringify`. */
  number(value: number): void {
    const size = Math.abs(value)
    const whole = Math.floor(size)
    const isWhole = whole === size
    const thousandths = isWhole ? 0 : Math.round(size * 1000)
    // there is nothing but whole numbers and thousandths, unless somebody else wrote it
    const isOurs = isWhole
      ? Number.isSafeInteger(whole)
      : Number.isSafeInteger(thousandths) && thousandths / 1000 === size
    if (isOurs) {
      if (value < 0) this.bytes[this.at++] = minus
      this.whole(whole)
      if (!isWhole) this.fraction(thousandths - whole * 1000)
    } else {
      this.any(value)
    }
  }

  /** Of a time, where room was made for them. */
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

  /** Thousandths, without zeros at the end. */
  private fraction(thousandths: number): void {
    this.bytes[this.at++] = dot
    if (thousandths % 100 === 0) this.digits(thousandths / 100, 1)
    else if (thousandths % 10 === 0) this.digits(thousandths / 10, 2)
    else this.digits(thousandths, 3)
  }

  /** What was written. Nothing can be written afterwards. */
  finish(): WrittenJson {
    const { bytes, at } = this
    this.bytes = nowhere
    let isOurs = bytes.length <= keptBytes
    return {
      bytes: bytes.subarray(0, at),
      giveBack() {
        if (isOurs) spare = bytes
        isOurs = false
      },
    }
  }
}

/** Of a whole number below a billion. */
function digitsOf(value: number): number {
  if (value < 100_000) {
    if (value < 100) return value < 10 ? 1 : 2
    return value < 1000 ? 3 : value < 10_000 ? 4 : 5
  }
  if (value < 10_000_000) return value < 1_000_000 ? 6 : 7
  return value < 100_000_000 ? 8 : 9
}
