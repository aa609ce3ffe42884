/** Characters that stay; the lines before them are dropped. */
export const maxTailLength = 500_000

/** The end of a text that grows. */
export class LogTail {
  #text = ''
  #isCut = false
  /** bytes that have arrived */
  #received = 0
  readonly #decoder = new TextDecoder()

  get text(): string {
    return this.#text
  }

  /** Whether its beginning was dropped. */
  get isCut(): boolean {
    return this.#isCut
  }

  get received(): number {
    return this.#received
  }

  append(bytes: Uint8Array): void {
    this.#received += bytes.length
    this.#text += this.#decoder.decode(bytes, { stream: true })
    if (this.#text.length <= maxTailLength) return
    const from = this.#text.length - maxTailLength
    const line = this.#text.indexOf('\n', from)
    this.#text = this.#text.slice(line < 0 ? from : line + 1)
    this.#isCut = true
  }
}
