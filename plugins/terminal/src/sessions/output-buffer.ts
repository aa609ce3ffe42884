/** The last output of a session, by its offset since the beginning, for a page that is behind or returns. */
export class OutputBuffer {
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #start = 0
  #end = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** bytes of output so far */
  get end(): number {
    return this.#end
  }

  push(data: Buffer): void {
    this.#chunks.push(data)
    this.#end += data.length
    while (this.#end - this.#start > this.#maxBytes) {
      const excess = this.#end - this.#start - this.#maxBytes
      const [first] = this.#chunks
      if (!first) return
      if (first.length <= excess) this.#chunks.shift()
      else this.#chunks[0] = first.subarray(excess)
      this.#start += Math.min(first.length, excess)
    }
  }

  /** Up to `maxBytes` from an offset on, or from the oldest byte that is left. */
  read(offset: number, maxBytes: number): { readonly offset: number; readonly data: Buffer } {
    const from = Math.min(Math.max(offset, this.#start), this.#end)
    const found: Buffer[] = []
    let position = this.#start
    let missing = maxBytes
    for (const chunk of this.#chunks) {
      const piece = chunk.subarray(Math.max(0, from - position), Math.max(0, from - position) + missing)
      position += chunk.length
      if (piece.length === 0) continue
      found.push(piece)
      missing -= piece.length
      if (missing === 0) break
    }
    return { offset: from, data: found.length === 1 && found[0] ? found[0] : Buffer.concat(found) }
  }
}
