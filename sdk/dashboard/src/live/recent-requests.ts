/** The largest number of servers in one request. */
const maxServers = 200

interface Shown {
  readonly id: string
  readonly metric: string | undefined
  users: number
}

/**
 * Asks for the recent metrics of servers whose charts are shown: when the first chart appears, and after each reconnect.
 * What appears together is one request.
 */
export class RecentRequests {
  readonly #send: (payload: { server_ids: string[]; metrics?: string[] }) => void
  readonly #schedule: (flush: () => void) => void
  readonly #shown = new Map<string, Shown>()
  #pending = new Set<Shown>()

  /** `send` does nothing while there is no connection. */
  constructor(
    send: (payload: { server_ids: string[]; metrics?: string[] }) => void,
    schedule: (flush: () => void) => void,
  ) {
    this.#send = send
    this.#schedule = schedule
  }

  /** A chart of a server is shown until the returned function is called; `metric`: a sparkline of only this one. */
  add(id: string, metric?: string): () => void {
    const key = `${metric ?? ''} ${id}`
    const shown = this.#shown.get(key) ?? { id, metric, users: 0 }
    this.#shown.set(key, shown)
    shown.users += 1
    if (shown.users === 1) this.#ask([shown])
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      shown.users -= 1
      if (shown.users > 0) return
      this.#shown.delete(key)
      this.#pending.delete(shown)
    }
  }

  /** A connection has opened: reports were missed. */
  opened(): void {
    this.#ask([...this.#shown.values()])
  }

  #ask(wanted: readonly Shown[]) {
    if (wanted.length === 0) return
    if (this.#pending.size === 0) this.#schedule(() => this.#flush())
    for (const one of wanted) this.#pending.add(one)
  }

  #flush() {
    const byMetric = new Map<string | undefined, string[]>()
    for (const { id, metric } of this.#pending) byMetric.set(metric, [...(byMetric.get(metric) ?? []), id])
    this.#pending = new Set()
    for (const [metric, ids] of byMetric) {
      for (let from = 0; from < ids.length; from += maxServers) {
        const server_ids = ids.slice(from, from + maxServers)
        this.#send({ server_ids, ...(metric === undefined ? {} : { metrics: [metric] }) })
      }
    }
  }
}
