import { sampled } from './data.ts'
import { sortedGaps } from './gaps.ts'
import type { ChartGap, ChartSeries } from './props.ts'

/** A row of the data, or a gap between rows. */
export interface TableRow {
  readonly key: string
  /** seconds */
  readonly at: number
  /** the row of the data; undefined for a gap */
  readonly row?: number
  readonly gap?: ChartGap
}

/** Rows and gaps sorted by time. */
export function tableRows(times: readonly number[], gaps?: readonly ChartGap[]): TableRow[] {
  const rows: TableRow[] = Array.from(times, (at, row) => ({ key: `row ${row}`, at, row }))
  const holes = sortedGaps(gaps).map((gap, index): TableRow => ({ key: `gap ${index}`, at: gap.from, gap }))
  return holes.length > 0 ? [...rows, ...holes].sort((a, b) => a.at - b.at) : rows
}

/** Up to `most` rows: the longest gaps, and evenly spread data rows. */
export function sampledRows(times: readonly number[], gaps: readonly ChartGap[] | undefined, most: number): TableRow[] {
  const longest = sortedGaps(gaps)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, Math.floor(most / 2))
  const rows = sampled(times.length, most - longest.length)
  return tableRows(
    rows.map((row) => times[row] ?? 0),
    longest,
  ).map((one) => (one.row === undefined ? one : { ...one, row: rows[one.row] ?? 0 }))
}

/** Sorts by the values of a line, or by time. Rows without a value come last. */
export function sortedTable(
  rows: readonly TableRow[],
  values: ChartSeries['values'] | undefined,
  direction: 'asc' | 'desc',
): TableRow[] {
  const sign = direction === 'asc' ? 1 : -1
  if (!values) return rows.toSorted((a, b) => sign * (a.at - b.at))
  const withValue: (TableRow & { value: number })[] = []
  const withoutValue: TableRow[] = []
  for (const row of rows) {
    const value = row.row === undefined ? null : values[row.row]
    if (typeof value === 'number' && Number.isFinite(value)) withValue.push({ ...row, value })
    else withoutValue.push(row)
  }
  return [...withValue.sort((a, b) => sign * (a.value - b.value)), ...withoutValue]
}
