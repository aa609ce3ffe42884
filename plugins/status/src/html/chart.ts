import type { Format } from '@svc/protocol/text'
import { type Html, html } from './html.ts'
import type { Reader } from './reader.ts'

export interface Series {
  readonly label: string
  /** one for each time; null: no data */
  readonly values: readonly (number | null)[]
}

export type ChartUnit = 'percent' | 'bytes' | 'rate' | 'number'

export interface ChartOptions {
  readonly title: string
  readonly unit: ChartUnit
  /** epoch milliseconds, ascending */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  /** epoch milliseconds */
  readonly from: number
  readonly to: number
  /** of the axis; default: the highest value */
  readonly max?: number
}

/** More could not be told apart on a screen. */
const maxBuckets = 240
const width = 600
const height = 120

/** The means of equally long parts of the range; null without data. */
export function bucketsOf(values: readonly (number | null)[], times: readonly number[], from: number, to: number) {
  const length = Math.min(maxBuckets, Math.max(2, times.length))
  const sums = Array.from({ length }, () => ({ sum: 0, count: 0 }))
  for (const [index, time] of times.entries()) {
    const value = values[index]
    const bucket = sums[Math.min(length - 1, Math.floor(((time - from) / (to - from)) * length))]
    if (value === null || value === undefined || !bucket) continue
    bucket.sum += value
    bucket.count += 1
  }
  return sums.map(({ sum, count }) => (count > 0 ? sum / count : null))
}

/** A line through the buckets, interrupted where two or more of them are empty. */
export function pathOf(buckets: readonly (number | null)[], top: number): string {
  let path = ''
  let empty = 2
  for (const [index, value] of buckets.entries()) {
    if (value === null) {
      empty += 1
      continue
    }
    const x = ((index + 0.5) / buckets.length) * width
    const y = height - (Math.min(value, top) / top) * height
    path += `${empty > 1 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    empty = 0
  }
  return path
}

/** The next larger of 1, 2 and 5 times a power, so that the axis has round ends. */
function niceTop(highest: number, unit: ChartUnit): number {
  if (highest <= 0) return 1
  const base = unit === 'bytes' || unit === 'rate' ? 1024 ** Math.floor(Math.log(highest) / Math.log(1024)) : 1
  const scaled = highest / base
  const power = 10 ** Math.floor(Math.log10(scaled))
  return ([1, 2, 5, 10].find((step) => step * power >= scaled) ?? 10) * power * base
}

const write = (format: Format, value: number, unit: ChartUnit) =>
  unit === 'percent' ? format.percent(value, 0) : format.value(value, unit)

/** A line chart. The script shows the values at the pointer from the attribute that has them all. */
export function chart(reader: Reader, { title, unit, times, series, from, to, max }: ChartOptions): Html | false {
  const { format, t } = reader
  const lines = series.map(({ label, values }) => ({ label, buckets: bucketsOf(values, times, from, to) }))
  const known = lines.flatMap(({ buckets }) => buckets.filter((value) => value !== null))
  if (known.length === 0) return false
  const top = max ?? niceTop(Math.max(...known), unit)
  const means = lines.map(({ label, buckets }) => {
    const found = buckets.filter((value) => value !== null)
    const mean = found.reduce((sum, value) => sum + value, 0) / Math.max(1, found.length)
    return t('status.CHART_MEAN', { label, mean: write(format, mean, unit) })
  })
  const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(4)))
  const points = { from, to, unit, series: lines.map((line) => ({ ...line, buckets: line.buckets.map(rounded) })) }
  return html`<figure class="card chart" data-points="${JSON.stringify(points)}">
<figcaption><h3>${title}</h3><p class="keys">${means.map((mean, index) => html`<span class="line-${index + 1}">${mean}</span>`)}</p></figcaption>
<div class="plot"><p class="scale" aria-hidden="true"><span>${write(format, top, unit)}</span><span>${write(format, top / 2, unit)}</span><span>${write(
    format,
    0,
    unit,
  )}</span></p>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${[title, ...means].join('. ')}"><path class="grid" d="M0 .5H${width}M0 ${height / 2}H${width}M0 ${height - 0.5}H${width}"/>${lines.map(
    ({ buckets }, index) => html`<path class="line line-${index + 1}" d="${pathOf(buckets, top)}"/>`,
  )}</svg></div>
<p class="ends">${reader.time(from)}${reader.time(to)}</p>
</figure>`
}
