/** Milliseconds from the first list until it is read again: the first page must not wait for it. */
const settleMs = 1000

/** Tells those who read over the API what live messages change that they may have missed some, and have to read it again. */
export class MissedMessages {
  readonly #after: (ms: number, run: () => void) => void
  readonly #listeners = new Set<() => void>()
  #isFirst = true

  constructor(after: (ms: number, run: () => void) => void) {
    this.#after = after
  }

  /** A page opens; it has read nothing yet. */
  start(): void {
    this.#isFirst = true
  }

  /**
   * The server has sent the list of servers: at first, after a reconnect, and when it has dropped messages. At first
   * `nothing` has been missed if the server has sent no messages since it answered what the page opened with.
   */
  synced(nothing: boolean): void {
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (!isFirst) this.#tell()
    else if (!nothing) this.#after(settleMs, () => this.#tell())
  }

  /** Calls `reload` each time until the returned function is called. */
  on(reload: () => void): () => void {
    this.#listeners.add(reload)
    return () => this.#listeners.delete(reload)
  }

  #tell() {
    for (const reload of this.#listeners) reload()
  }
}
