import { middleOf } from './gaps.ts'
import type { ChartGap, ChartProps, ChartSeries } from './props.ts'
import { stack } from './stack.ts'
import { allMidnights } from './time-text.ts'

/** A value to draw: null breaks a line, undefined lets it pass. */
export type Value = number | null | undefined

export type Columns = readonly [times: readonly number[], ...values: (readonly Value[])[]]

/** What is drawn, and where it comes from. */
export interface Drawn {
  /** of the data */
  readonly times: readonly number[]
  readonly columns: Columns
  /** the row of the data behind a column index, -1 where a line was opened; undefined: the same index */
  readonly rows: readonly number[] | undefined
  /** the column indexes that stand for a gap, and the way back */
  readonly gaps: ReadonlyMap<number, ChartGap>
  readonly places: ReadonlyMap<ChartGap, number>
  /** the smallest distance of two times in seconds; 0 with fewer than two, unless these are bars */
  readonly spacing: number
}

// Larger ones make the arithmetic of an axis overflow.
const largest = 1e100

const drawable = (value: Value): Value => {
  if (value === undefined) return undefined
  return value !== null && Number.isFinite(value) ? Math.min(largest, Math.max(-largest, value)) : null
}

/** The same list unless something in it cannot be drawn. */
function clean(values: readonly Value[], length: number): readonly Value[] {
  if (values.length === length && values.every((value) => value === drawable(value))) return values
  return Array.from({ length }, (_, row) => (row < values.length ? drawable(values[row]) : null))
}

/** The rows in the order of time; undefined when they are. */
function sortedRows(times: readonly number[]): number[] | undefined {
  for (let row = 1; row < times.length; row++) {
    if (!((times[row] ?? 0) >= (times[row - 1] ?? 0))) {
      const known = [...times.keys()].filter((row) => Number.isFinite(times[row]))
      return known.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0))
    }
  }
  return undefined
}

function smallestStep(times: readonly number[]): number {
  let smallest = Number.POSITIVE_INFINITY
  for (let row = 1; row < times.length; row++) {
    const step = Math.abs((times[row] ?? 0) - (times[row - 1] ?? 0))
    if (step > 0 && step < smallest) smallest = step
  }
  return Number.isFinite(smallest) ? smallest : 0
}

interface Options {
  readonly gapAfter?: number | undefined
  readonly gaps?: readonly ChartGap[] | undefined
  readonly kind?: ChartProps['kind']
  readonly stacked?: boolean | undefined
}

/**
 * The columns to draw. A bar stands for the time until the next one; its place is in the middle of that. A line is
 * opened between two points that are more than `gapAfter` seconds apart. Every gap gets a place of its own, at which it
 * can be read; it opens the line too, unless the points are further apart than the gap is long anyway.
 */
export function drawn(times: readonly number[], series: readonly ChartSeries[], options: Options = {}): Drawn {
  const { gapAfter = Number.POSITIVE_INFINITY, gaps = [], stacked = false, kind = 'line' } = options
  const cleaned = series.map((one) => clean(one.values, times.length))
  const lists = stacked ? stack(cleaned.map((values) => values.map((value) => value ?? null))) : cleaned
  const bars = kind === 'bars'
  const step = smallestStep(times)
  const spacing = bars && step === 0 ? (allMidnights(times) ? 86_400 : 3600) : step
  const shift = bars ? spacing / 2 : 0
  const order = sortedRows(times)
  if (!order && gaps.length === 0 && !holed(times, gapAfter)) {
    const at = bars ? times.map((time) => time + shift) : times
    return { times, columns: [at, ...lists], rows: undefined, gaps: new Map(), places: new Map(), spacing }
  }
  const at: number[] = []
  const rows: number[] = []
  const opened: boolean[] = []
  const marked = new Map<number, ChartGap>()
  const waiting = gaps.toSorted((a, b) => middleOf(a) - middleOf(b))
  let next = 0
  let before: number | undefined
  const insert = (time: number, open: boolean) => {
    rows.push(-1)
    at.push(time)
    opened.push(open)
  }
  const insertGaps = (until: number) => {
    for (let gap = waiting[next]; gap && middleOf(gap) < until; gap = waiting[++next]) {
      const open = until - (before ?? until) > Math.min(gapAfter, spacing * 1.5)
      marked.set(at.length, gap)
      insert(middleOf(gap), open)
    }
  }
  for (const row of order ?? times.keys()) {
    const time = (times[row] ?? 0) + shift
    insertGaps(time)
    if (before !== undefined && time - before > gapAfter && rows.at(-1) !== -1) {
      insert(before + (time - before) / 2, true)
    }
    rows.push(row)
    at.push(time)
    opened.push(false)
    before = time
  }
  insertGaps(Number.POSITIVE_INFINITY)
  const spread = (list: readonly Value[]): Value[] =>
    rows.map((row, index) => (row >= 0 ? list[row] : opened[index] ? null : undefined))
  return {
    times,
    columns: [at, ...lists.map(spread)],
    rows,
    gaps: marked,
    places: new Map([...marked].map(([place, gap]) => [gap, place])),
    spacing,
  }
}

const holed = (times: readonly number[], gapAfter: number) =>
  Number.isFinite(gapAfter) && times.some((time, row) => row > 0 && time - (times[row - 1] ?? 0) > gapAfter)

/** The row of the data behind a place of the columns; -1 where there is none. */
export const rowAt = (data: Drawn, index: number): number => (data.rows ? (data.rows[index] ?? -1) : index)

/** At most `most` indexes spread over `length` values, the last one included. */
export function sampled(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, index) => index)
  return Array.from({ length: most }, (_, index) => Math.round((index * (length - 1)) / (most - 1)))
}
