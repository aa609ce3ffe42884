import { liveMetrics, type ServerMetrics } from '@svc/protocol'

const capacity = 250
const trimmedSize = 200
/** seconds; a report older than this means that the server's clock was set back */
const clockJumpSeconds = 60

const columns = ['last_active', ...liveMetrics] as const
/** the columns plus `online` */
const width = columns.length + 1

/**
 * The last reports of one server, oldest first: grows to 250, then is trimmed to the newest 200. There is one per server but
 * few are read, so reports are stored as plain numbers and converted to objects on demand.
 */
export class LiveBuffer {
  readonly #cells = new Float64Array(capacity * width)
  #count = 0
  #newest: ServerMetrics | undefined
  #snapshot: readonly ServerMetrics[] | undefined = []
  #isWatched = false

  /** Returns false for duplicates and out-of-order reports, by `last_active` (1 s resolution). */
  push(point: ServerMetrics): boolean {
    const last = this.#newest?.last_active
    if (last !== undefined && point.last_active <= last) {
      // The server's clock was set back: start over instead of dropping reports until it catches up.
      if (last - point.last_active <= clockJumpSeconds) return false
      this.#count = 0
      this.#snapshot = []
    }
    this.#newest = point
    const row = this.#count * width
    columns.forEach((name, i) => {
      this.#cells[row + i] = point[name]
    })
    this.#cells[row + columns.length] = Number(point.online)
    this.#count += 1
    const isFull = this.#count >= capacity
    if (isFull) {
      this.#cells.copyWithin(0, (capacity - trimmedSize) * width)
      this.#count = trimmedSize
    }
    // If the last snapshot was read, this one will be too: extend it instead of rebuilding it.
    const extended = this.#isWatched && this.#snapshot ? [...this.#snapshot, point] : undefined
    this.#snapshot = isFull ? extended?.slice(-trimmedSize) : extended
    this.#isWatched = false
    return true
  }

  /** The same array until the next report. */
  points(): readonly ServerMetrics[] {
    this.#isWatched = true
    this.#snapshot ??= Array.from({ length: this.#count }, (_, i) => this.#point(i))
    return this.#snapshot
  }

  #point(index: number): ServerMetrics {
    const row = index * width
    const figures = Object.fromEntries(columns.map((name, i) => [name, this.#cells[row + i]]))
    const { id, name } = this.#newest ?? {}
    return { id, name, online: this.#cells[row + columns.length] === 1, ...figures } as ServerMetrics
  }
}
