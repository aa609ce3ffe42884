const windowMs = 60_000

/** Counts events by key in fixed minutes. */
export class RateWindow {
  readonly #max: number
  readonly #maxKeys: number
  readonly #counts = new Map<string, number>()
  #minute = Number.NaN

  constructor(max: number, maxKeys: number) {
    this.#max = max
    this.#maxKeys = maxKeys
  }

  /**
   * Counts one event; false if the limit of its key is reached. A full map refuses new keys: evicting one that counts would
   * let a flood of keys reset the limits of all others.
   */
  take(key: string, now: number): boolean {
    const minute = Math.floor(now / windowMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts.clear()
    }
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#max || (count === 0 && this.#counts.size >= this.#maxKeys)) return false
    this.#counts.set(key, count + 1)
    return true
  }
}
