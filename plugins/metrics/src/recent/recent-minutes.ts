import { columns } from '../columns.ts'
import type { RecordConsumer } from '../records-store.ts'

/** Minutes that are looked back. */
export const recentSpan = 10

/** What is kept of each minute: the columns that alerts compare. */
export const watched = columns.filter(({ alert }) => alert !== undefined)
const places = new Map(watched.map(({ name }, i) => [name, i + 1]))
const width = watched.length + 1

/** The record of a minute of server `number`; `values` are in the order of `watched`. */
export interface KnownMinute {
  readonly number: number
  readonly minute: number
  readonly values: readonly (number | null)[]
}

/**
 * Keeps the last minutes of each server in memory, so that "for ten minutes" costs no reading. After a start it is empty
 * until `restore` has brought what is stored.
 */
export function makeRecentMinutes() {
  /** per server a row for each minute, at a place that the minute tells: the minute, then the values */
  const byNumber = new Map<number, Float64Array>()

  const put = (number: number, minute: number, isLate: boolean, values: () => readonly (number | null)[]) => {
    const kept = byNumber.get(number) ?? new Float64Array(width * recentSpan)
    byNumber.set(number, kept)
    const at = width * (minute % recentSpan)
    // what comes late gives way to a later minute; what is of now does not: that one is of a clock that was ahead
    if (isLate && (kept[at] ?? 0) > minute) return
    kept[at] = minute
    for (const [i, value] of values().entries()) kept[at + 1 + i] = value ?? Number.NaN
  }

  const consumer: RecordConsumer = (records) => {
    for (const { number, minute, report, late = false } of records) {
      put(number, minute, late, () => watched.map(({ take }) => take(report) as number | null))
    }
  }

  /** Where the rows of the last minutes start, oldest first. */
  const rowsOf = (kept: Float64Array, now: number): number[] =>
    Array.from({ length: recentSpan }, (_, i) => now - recentSpan + 1 + i)
      .map((minute) => [minute, width * (minute % recentSpan)] as const)
      .filter(([minute, at]) => kept[at] === minute)
      .map(([, at]) => at)

  return {
    consumer,
    forget: (number: number) => void byNumber.delete(number),
    /** Takes over what is stored; what came from an agent since stays. */
    restore(minutes: readonly KnownMinute[]) {
      for (const { number, minute, values } of minutes) {
        if (byNumber.get(number)?.[width * (minute % recentSpan)] !== minute) put(number, minute, true, () => values)
      }
    },
    /** Records of the last minutes; `now` is a minute since the epoch and counts itself. */
    count(number: number, now: number): number {
      const kept = byNumber.get(number)
      return kept ? rowsOf(kept, now).length : 0
    },
    /** What the records of the last minutes have in a column, oldest first; those that have nothing are left out. */
    values(number: number, column: string, now: number): number[] {
      const kept = byNumber.get(number)
      const place = places.get(column)
      if (!kept || place === undefined) return []
      return rowsOf(kept, now)
        .map((at) => kept[at + place] ?? Number.NaN)
        .filter((value) => !Number.isNaN(value))
    },
  }
}
export type RecentMinutes = ReturnType<typeof makeRecentMinutes>
