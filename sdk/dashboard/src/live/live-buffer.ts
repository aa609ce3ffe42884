import type { ServerMetrics } from '@svc/protocol'

const grownTo = 250
const cutTo = 200
const steppedBack = 60

/** The last reports of one server, oldest first: grows to 250, then is cut to the newest 200. */
export class LiveBuffer {
  #points: ServerMetrics[] = []
  #snapshot: readonly ServerMetrics[] | undefined = []

  /** False when the report is a duplicate or older than the newest; both are told by `last_active` (1 s resolution). */
  push(point: ServerMetrics): boolean {
    const newest = this.#points.at(-1)
    if (newest && point.last_active <= newest.last_active) {
      // A server clock that was set back would silence the buffer until it caught up: start anew.
      if (newest.last_active - point.last_active <= steppedBack) return false
      this.#points = []
    }
    this.#points.push(point)
    if (this.#points.length >= grownTo) this.#points = this.#points.slice(-cutTo)
    this.#snapshot = undefined
    return true
  }

  /** The same array until the next report. Copied only when somebody looks. */
  points(): readonly ServerMetrics[] {
    this.#snapshot ??= this.#points.slice()
    return this.#snapshot
  }
}
