import { middleOf } from './gaps.ts'
import type { ChartGap, ChartProps, ChartSeries } from './props.ts'
import { allMidnights } from './time-text.ts'

/** A value to draw: null breaks the line, undefined does not. */
export type Value = number | null | undefined

export type Columns = readonly [times: readonly number[], ...values: (readonly Value[])[]]

/** Columns for uPlot, and their mapping to the source data. */
export interface DrawnData {
  /** of the data */
  readonly times: readonly number[]
  readonly columns: Columns
  /** the data row of each column index, -1 for inserted ones; undefined: same index */
  readonly rows: readonly number[] | undefined
  /** gaps by column index, and column indexes by gap */
  readonly gaps: ReadonlyMap<number, ChartGap>
  readonly places: ReadonlyMap<ChartGap, number>
  /** the smallest distance between two times in seconds; 0 for fewer than two, except for bars */
  readonly spacing: number
}

// Larger values overflow the axis arithmetic.
const maxMagnitude = 1e100

const drawable = (value: Value): Value => {
  if (value === undefined) return undefined
  return value !== null && Number.isFinite(value) ? Math.min(maxMagnitude, Math.max(-maxMagnitude, value)) : null
}

/** Replaces values that cannot be drawn; returns the same list if there are none. */
function sanitize(values: readonly Value[], length: number): readonly Value[] {
  if (values.length === length && values.every((value) => value === drawable(value))) return values
  return Array.from({ length }, (_, row) => (row < values.length ? drawable(values[row]) : null))
}

/** Row indexes sorted by time; undefined if already sorted. */
function sortedRows(times: readonly number[]): number[] | undefined {
  for (let row = 1; row < times.length; row++) {
    if (!((times[row] ?? 0) >= (times[row - 1] ?? 0))) {
      const finite = [...times.keys()].filter((row) => Number.isFinite(times[row]))
      return finite.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0))
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
 * Prepares the columns to draw. Bars are centered between their time and the next. Lines break between points more than
 * `gapAfter` seconds apart. Each gap gets a column index of its own, so that the cursor can read it; it breaks the line unless
 * the points around it are normally that far apart.
 */
export function prepareData(
  times: readonly number[],
  series: readonly ChartSeries[],
  options: Options = {},
): DrawnData {
  const { gapAfter = Number.POSITIVE_INFINITY, gaps = [], stacked = false, kind = 'line' } = options
  const cleaned = series.map((one) => sanitize(one.values, times.length))
  const lists = stacked ? stack(cleaned.map((values) => values.map((value) => value ?? null))) : cleaned
  const bars = kind === 'bars'
  const step = smallestStep(times)
  const spacing = bars && step === 0 ? (allMidnights(times) ? 86_400 : 3600) : step
  const shift = bars ? spacing / 2 : 0
  const order = sortedRows(times)
  if (!order && gaps.length === 0 && !hasHole(times, gapAfter)) {
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

const hasHole = (times: readonly number[], gapAfter: number) =>
  Number.isFinite(gapAfter) && times.some((time, row) => row > 0 && time - (times[row - 1] ?? 0) > gapAfter)

/** The data row of a column index; -1 for inserted ones. */
export const rowAt = (data: DrawnData, index: number): number => (data.rows ? (data.rows[index] ?? -1) : index)

/** Up to `max` indexes, evenly spread over `length` values, including the last. */
export function sampled(length: number, max: number): number[] {
  if (length <= max) return Array.from({ length }, (_, index) => index)
  return Array.from({ length: max }, (_, index) => Math.round((index * (length - 1)) / (max - 1)))
}

type List = readonly (number | null)[]

/** Cumulative sums from the first list upwards. A missing value counts as 0 if another list has one, else stays null. */
export function stack(lists: readonly List[]): List[] {
  const [first] = lists
  if (!first) return []
  const hasValue = first.map((_, row) => lists.some((list) => list[row] !== null))
  let below: List = first.map(() => 0)
  return lists.map((list) => {
    const sums = list.map((value, row) => (hasValue[row] ? (below[row] ?? 0) + (value ?? 0) : null))
    below = sums
    return sums
  })
}
