import type { ChartSeries } from './props.ts'

/** Mean, largest and last value of a line; NaN when it has none. */
export function statsOf(values: ChartSeries['values']): {
  readonly mean: number
  readonly max: number
  readonly last: number
} {
  let sum = 0
  let count = 0
  let max = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value == null || !Number.isFinite(value)) continue
    sum += value
    count++
    if (value > max) max = value
  }
  const last = values.at(-1) ?? Number.NaN
  return count > 0 ? { mean: sum / count, max, last } : { mean: Number.NaN, max: Number.NaN, last }
}
