import { liveMetrics, type ServerMetrics } from '@svc/protocol'

const grownTo = 250
const cutTo = 200
const steppedBack = 60

const columns = ['last_active', ...liveMetrics] as const
/** the columns, and whether it was online */
const width = columns.length + 1

/**
 * The last reports of one server, oldest first: grows to 250, then is cut to the newest 200. Every server has one and few are
 * looked at, so reports are kept as numbers in a row and become objects when somebody asks.
 */
export class LiveBuffer {
  readonly #cells = new Float64Array(grownTo * width)
  #count = 0
  #newest: ServerMetrics | undefined
  #snapshot: readonly ServerMetrics[] | undefined = []
  #isWatched = false

  /** False when the report is a duplicate or older than the newest; both are told by `last_active` (1 s resolution). */
  push(point: ServerMetrics): boolean {
    const last = this.#newest?.last_active
    if (last !== undefined && point.last_active <= last) {
      // A server clock that was set back would silence the buffer until it caught up: start anew.
      if (last - point.last_active <= steppedBack) return false
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
    const isFull = this.#count >= grownTo
    if (isFull) {
      this.#cells.copyWithin(0, (grownTo - cutTo) * width)
      this.#count = cutTo
    }
    // who looked at the last one will look at this one: nothing old is made again
    const seen = this.#isWatched && this.#snapshot ? [...this.#snapshot, point] : undefined
    this.#snapshot = isFull ? seen?.slice(-cutTo) : seen
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
