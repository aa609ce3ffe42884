import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Core, OffloadContext } from '@svc/plugin-sdk'
import { minuteOf, minutesPerHour } from '@svc/series'
import { columns } from './columns.ts'
import { recordsReader } from './history.ts'
import type { OnRecords } from './records-store.ts'

/** Length of the window in minutes, unless a rule names another one. */
export const recentSpan = 10
/** Minutes kept, and the longest window of a rule. */
export const maxSpan = 60

/** The columns that alerts evaluate. Only these are rows. */
export const watchedColumns = columns.filter(({ alert }) => alert !== undefined)
const offsets = new Map(watchedColumns.map(({ name }, i) => [name, i + 1]))
const width = watchedColumns.length + 1

/** The record of a minute of server `number`; `values` are in the order of `watchedColumns`. */
export interface RecentMinute {
  readonly number: number
  readonly minute: number
  readonly values: readonly (number | null)[]
}

/**
 * Keeps the last minutes of each server in memory, so that rules over ten minutes need no reads. Empty after a start until
 * `restore` adds the stored minutes.
 */
export function makeRecentMinutes() {
  /** per server a ring buffer with one row per minute: the minute, then the values */
  const byNumber = new Map<number, Float64Array>()

  const put = (number: number, minute: number, isLate: boolean, values: () => readonly (number | null)[]) => {
    const rows = byNumber.get(number) ?? new Float64Array(width * maxSpan)
    byNumber.set(number, rows)
    const at = width * (minute % maxSpan)
    // a late record never overwrites a newer minute; a live one does, because that minute came from a clock running ahead
    if (isLate && (rows[at] ?? 0) > minute) return
    rows[at] = minute
    for (const [i, value] of values().entries()) rows[at + 1 + i] = value ?? Number.NaN
  }

  const consumer: OnRecords = (records) => {
    for (const { number, minute, report, late = false } of records) {
      put(number, minute, late, () => watchedColumns.map(({ take }) => take(report) as number | null))
    }
  }

  /** Offsets of the rows within the window, oldest first. A plain loop: hints and rules ask for every server all the time. */
  const rowsOf = (rows: Float64Array, now: number, span: number): number[] => {
    const found: number[] = []
    for (let minute = now - span + 1; minute <= now; minute++) {
      const at = width * (minute % maxSpan)
      if (rows[at] === minute) found.push(at)
    }
    return found
  }

  return {
    consumer,
    delete: (number: number) => void byNumber.delete(number),
    /** Adds stored minutes; those received since the start take precedence. */
    restore(minutes: readonly RecentMinute[]) {
      for (const { number, minute, values } of minutes) {
        if (byNumber.get(number)?.[width * (minute % maxSpan)] !== minute) put(number, minute, true, () => values)
      }
    },
    /** Number of records in the window that ends with minute `now`, inclusive. */
    count(number: number, now: number): number {
      const rows = byNumber.get(number)
      return rows ? rowsOf(rows, now, recentSpan).length : 0
    },
    /** The records of the window that ends with minute `now`, oldest first: when the minute ended, and values by column. */
    rows(number: number, now: number) {
      const rows = byNumber.get(number)
      if (!rows) return []
      return rowsOf(rows, now, recentSpan).map((at) => ({
        at: ((rows[at] as number) + 1) * 60,
        values: Object.fromEntries(
          [...offsets].map(([name, offset]) => {
            const value = rows[at + offset] ?? Number.NaN
            return [name, Number.isNaN(value) ? null : value]
          }),
        ) as Readonly<Record<string, number | null>>,
      }))
    },
    /** The values of a column in the last `span` minutes, oldest first, without missing ones. */
    values(number: number, column: string, now: number, span = recentSpan): number[] {
      const rows = byNumber.get(number)
      const offset = offsets.get(column)
      if (!rows || offset === undefined) return []
      const found: number[] = []
      for (const at of rowsOf(rows, now, span)) {
        const value = rows[at + offset] as number
        if (!Number.isNaN(value)) found.push(value)
      }
      return found
    },
  }
}
export type RecentMinutes = ReturnType<typeof makeRecentMinutes>

interface RecentInput {
  readonly numbers: readonly number[]
  /** minutes since the epoch */
  readonly now: number
}

const fields = watchedColumns.map(({ name }) => name)

/** Entry point in the maintenance worker: reads the last minutes of many servers, whether sealed or not. */
export default ({ db, log }: OffloadContext, { numbers, now }: RecentInput): RecentMinute[] => {
  const read = recordsReader(db, 'raw', { log, fields })
  const from = now - maxSpan + 1
  return numbers.flatMap((number) =>
    [...read({ number, from, to: now })].flatMap(([hour, { slots, cells }]) =>
      slots
        .map((slot, i) => ({
          number,
          minute: hour * minutesPerHour + slot,
          values: cells.map((column) => (column[i] ?? null) as number | null),
        }))
        .filter(({ minute }) => minute >= from && minute <= now),
    ),
  )
}

interface Dependencies extends Pick<Core, 'clock' | 'log' | 'offload'> {
  readonly servers: Pick<Servers, 'list'>
}

/** The recent minutes, including those written before the program started, which `start` loads in the background. */
export function makeRestoredMinutes({ clock, log, offload, servers }: Dependencies) {
  const recent = makeRecentMinutes()
  const abort = new AbortController()
  const { signal } = abort
  let restored: Promise<void> | undefined

  async function restore() {
    try {
      const numbers = servers.list().map(({ number }) => number)
      if (numbers.length === 0) return
      const input: RecentInput = { numbers, now: minuteOf(clock.now()) }
      const module = new URL('./recent-minutes.js', import.meta.url)
      const minutes = await offload<RecentInput, RecentMinute[]>(module, input, { signal })
      // servers deleted in the meantime must not reappear
      const existing = new Set(servers.list().map(({ number }) => number))
      recent.restore(minutes.filter(({ number }) => existing.has(number)))
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'failed to restore the last minutes before the start')
    }
  }

  return {
    ...recent,
    start() {
      restored = restore()
    },
    /** Resolves once the minutes have been loaded. Never rejects. */
    restored: () => restored,
    close: () => abort.abort(),
  }
}
