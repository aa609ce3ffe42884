import type { AbsoluteRange, ChartSeries } from '@svc/dashboard-sdk'

/** Mean and maximum within `span`; undefined without values. */
export function meanAndMax(
  times: readonly number[],
  values: ChartSeries['values'] = [],
  { from, to }: AbsoluteRange,
): { readonly mean: number; readonly max: number } | undefined {
  let sum = 0
  let count = 0
  let max = Number.NEGATIVE_INFINITY
  for (const [at, value] of values.entries()) {
    const time = times[at] ?? Number.NaN
    if (value === null || value === undefined || !(time >= from && time <= to)) continue
    sum += value
    count++
    if (value > max) max = value
  }
  return count > 0 ? { mean: sum / count, max } : undefined
}
