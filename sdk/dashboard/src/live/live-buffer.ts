import { liveMetrics, optionalLiveMetrics, type ServerMetrics } from '@svc/protocol'

const capacity = 250
const trimmedSize = 200
/** seconds; a report older than this means that the server's clock was set back */
const clockJumpSeconds = 60

const columns = ['last_active', ...liveMetrics, ...optionalLiveMetrics] as const
const isOptional: ReadonlySet<string> = new Set(optionalLiveMetrics)
/** the columns plus `online` */
const width = columns.length + 1

/** Columns of equal length, with `last_active`; see `RecentMetrics`. */
export type RecentColumns = Readonly<Record<string, readonly (number | null)[]>>

/** Values of a row that are unknown. */
const missing = (row: Float64Array) => row.reduce((count, value) => count + Number(Number.isNaN(value)), 0)

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
      this.#cells[row + i] = point[name] ?? Number.NaN
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

  /** Adds reports that this tab has not received. Metrics that are not among `recent` are unknown (NaN). */
  seed(id: string, recent: RecentColumns): void {
    const rows = new Map<number, Float64Array>()
    for (let i = 0; i < this.#count; i++) {
      const row = this.#cells.slice(i * width, (i + 1) * width)
      rows.set(row[0] as number, row)
    }
    for (const [i, time] of (recent.last_active ?? []).entries()) {
      if (time === null) continue
      const row = Float64Array.from([...columns.map((name) => recent[name]?.[i] ?? Number.NaN), 1])
      const known = rows.get(time)
      if (!known || missing(row) < missing(known)) rows.set(time, row)
    }
    const sorted = [...rows.values()].sort((a, b) => (a[0] as number) - (b[0] as number)).slice(1 - capacity)
    if (sorted.length === 0) return
    for (const [i, row] of sorted.entries()) this.#cells.set(row, i * width)
    this.#count = sorted.length
    this.#newest ??= { id } as ServerMetrics
    this.#newest = this.#point(this.#count - 1)
    this.#snapshot = undefined
  }

  /** The same array until the next report. */
  points(): readonly ServerMetrics[] {
    this.#isWatched = true
    this.#snapshot ??= Array.from({ length: this.#count }, (_, i) => this.#point(i))
    return this.#snapshot
  }

  #point(index: number): ServerMetrics {
    const row = index * width
    const value = (name: string, i: number) => {
      const cell = this.#cells[row + i] as number
      return Number.isNaN(cell) && isOptional.has(name) ? null : cell
    }
    const figures = Object.fromEntries(columns.map((name, i) => [name, value(name, i)]))
    const { id, name } = this.#newest ?? {}
    return { id, name, online: this.#cells[row + columns.length] === 1, ...figures } as ServerMetrics
  }
}
