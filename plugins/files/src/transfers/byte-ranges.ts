/** The ranges of a file that somebody has, in whatever order they came. */
export class ByteRanges {
  #ranges: { readonly start: number; readonly end: number }[] = []

  /** Adds the bytes from `start` to before `end`. */
  add(start: number, end: number): void {
    const touching = this.#ranges.filter((range) => range.start <= end && start <= range.end)
    const apart = this.#ranges.filter((range) => !touching.includes(range))
    const all = [...touching, { start, end }]
    this.#ranges = [
      ...apart,
      { start: Math.min(...all.map((range) => range.start)), end: Math.max(...all.map((range) => range.end)) },
    ]
  }

  /** Whether all bytes before `size` are there. */
  covers(size: number): boolean {
    return size === 0 || this.#ranges.some(({ start, end }) => start === 0 && end >= size)
  }

  /** Separate ranges. */
  get count(): number {
    return this.#ranges.length
  }
}
