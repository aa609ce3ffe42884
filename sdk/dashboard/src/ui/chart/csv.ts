import type { Unit } from '../../format.js'
import { orderly } from './gaps.js'
import type { ChartGap, ChartSeries } from './props.js'

const signs: Record<Unit, string> = {
  percent: '%',
  bytes: 'B',
  rate: 'B/s',
  number: '',
  celsius: '°C',
  ms: 'ms',
}

/** A moment for machines; nothing when it is none. */
export function instant(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z')
}

// A spreadsheet takes these for a formula; the wide forms too, where Chinese or Japanese is typed.
const formula = /^[=+\-@\t\r\n＝＋－＠]/u

/** A cell of text: harmless to a spreadsheet, quoted where RFC 4180 asks for it. */
export function textCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const numberCell = (value: number | null | undefined) =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : ''

/**
 * All values as RFC 4180, in the order of time: ISO times, plain numbers with the unit in the heading. A gap is a row
 * of its own that says until when and why.
 */
export function csvOf(chart: {
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly unit: Unit
  readonly gaps?: readonly ChartGap[] | undefined
}): string {
  const { times, series, unit } = chart
  const gaps = orderly(chart.gaps)
  const sign = signs[unit]
  const heads = series.map(({ label }) => textCell(sign ? `${label} (${sign})` : label))
  const lines = [['time', ...heads, ...(gaps.length > 0 ? ['gap_until', 'gap_cause'] : [])].join(',')]
  const nothing = gaps.length > 0 ? ',,' : ''
  let next = 0
  const gapsUntil = (time: number) => {
    for (let gap = gaps[next]; gap && gap.from < time; gap = gaps[++next]) {
      lines.push([instant(gap.from), ...series.map(() => ''), instant(gap.to), textCell(gap.label)].join(','))
    }
  }
  for (const [row, time] of times.entries()) {
    gapsUntil(time)
    lines.push([instant(time), ...series.map(({ values }) => numberCell(values[row]))].join(',') + nothing)
  }
  gapsUntil(Number.POSITIVE_INFINITY)
  const text = `${lines.join('\r\n')}\r\n`
  // Excel reads what is not plain ASCII as another encoding unless it is told.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  return /^[\x00-\x7f]*$/.test(text) ? text : `\uFEFF${text}`
}
