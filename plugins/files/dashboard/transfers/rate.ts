/** milliseconds over which a rate is measured */
const window = 1000
/** weight of the newest measurement */
const weight = 0.4

/** How fast something advances, in bytes per second. */
export class Rate {
  #at: number
  #bytes: number
  #perSecond = 0

  constructor(at: number, bytes: number) {
    this.#at = at
    this.#bytes = bytes
  }

  /** The position at a time in milliseconds; returns bytes per second. */
  advance(at: number, bytes: number): number {
    if (at - this.#at < window) return this.#perSecond
    const now = ((bytes - this.#bytes) * 1000) / (at - this.#at)
    this.#perSecond = this.#perSecond === 0 ? now : this.#perSecond * (1 - weight) + now * weight
    this.#at = at
    this.#bytes = bytes
    return this.#perSecond
  }
}

/** Seconds until everything has arrived; undefined if that is unknown. */
export const secondsLeft = (size: number | null, done: number, perSecond: number): number | undefined =>
  size === null || perSecond <= 0 ? undefined : Math.ceil(Math.max(0, size - done) / perSecond)
