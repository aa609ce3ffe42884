/** The beginning and the end of a stream of bytes of any length, in constant memory. */
export class OutputBuffer {
  readonly #headLimit: number
  readonly #tailLimit: number
  #head = Buffer.alloc(0)
  #headLength = 0
  /** a ring */
  #tail = Buffer.alloc(0)
  /** bytes after the head, whether kept or not */
  #afterHead = 0

  constructor(limit: number) {
    this.#headLimit = Math.floor(limit / 2)
    this.#tailLimit = limit - this.#headLimit
  }

  /** bytes that were pushed */
  get total(): number {
    return this.#headLength + this.#afterHead
  }

  push(chunk: Buffer): void {
    const intoHead = chunk.subarray(0, this.#headLimit - this.#headLength)
    if (intoHead.length > 0) this.#growHead(intoHead)
    const rest = chunk.subarray(intoHead.length)
    if (rest.length === 0) return
    if (this.#tail.length === 0) this.#tail = Buffer.alloc(this.#tailLimit)
    const ending = rest.subarray(-this.#tailLimit)
    const start = (this.#afterHead + rest.length - ending.length) % this.#tailLimit
    const first = ending.subarray(0, this.#tailLimit - start)
    first.copy(this.#tail, start)
    ending.copy(this.#tail, 0, first.length)
    this.#afterHead += rest.length
  }

  /** The text, without the middle if it is longer than `limit` bytes; never cut inside a character. */
  text(limit: number): { readonly text: string; readonly omitted: number } {
    const head = this.#head.subarray(0, this.#headLength)
    const tail = this.#tailBytes()
    const isWhole = this.#afterHead <= this.#tailLimit && this.total <= limit
    if (isWhole) return { text: Buffer.concat([head, tail]).toString(), omitted: 0 }
    const whole = Buffer.concat([head, tail])
    // Beyond the buffer, the gap is at the end of the head; else anywhere.
    const isGapFree = this.#afterHead <= this.#tailLimit
    const half = Math.floor(limit / 2)
    const before = wholeEnd((isGapFree ? whole : head).subarray(0, half))
    const after = wholeStart((isGapFree ? whole : tail).subarray(-(limit - half)))
    const omitted = this.total - before.length - after.length
    return { text: `${before}\n[… ${omitted} bytes left out …]\n${after}`, omitted }
  }

  #growHead(bytes: Buffer): void {
    const needed = this.#headLength + bytes.length
    if (needed > this.#head.length) {
      const larger = Buffer.alloc(Math.min(this.#headLimit, Math.max(4096, needed * 2)))
      this.#head.copy(larger)
      this.#head = larger
    }
    bytes.copy(this.#head, this.#headLength)
    this.#headLength = needed
  }

  #tailBytes(): Buffer {
    if (this.#afterHead <= this.#tailLimit) return this.#tail.subarray(0, this.#afterHead)
    const start = this.#afterHead % this.#tailLimit
    return Buffer.concat([this.#tail.subarray(start), this.#tail.subarray(0, start)])
  }
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80

/** bytes of the character that begins with this byte */
function lengthOf(first: number): number {
  if (first >= 0xf0) return 4
  if (first >= 0xe0) return 3
  return first >= 0xc0 ? 2 : 1
}

/** Without a character at the end that is not complete. */
function wholeEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (!isContinuation(byte)) return lengthOf(byte) > back ? bytes.subarray(0, -back) : bytes
  }
  return bytes
}

/** Without the rest of a character at the start. */
function wholeStart(bytes: Buffer): Buffer {
  let start = 0
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start] ?? 0)) start += 1
  return bytes.subarray(start)
}
