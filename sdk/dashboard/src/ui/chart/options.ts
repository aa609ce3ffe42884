import type uPlot from 'uplot'
import type { Format, Unit } from '../../format.js'
import type { ChartSeries } from './data.js'

interface Look {
  readonly format: Format
  readonly unit: Unit
  readonly series: readonly ChartSeries[]
  readonly min: number | undefined
  readonly max: number | undefined
  readonly syncKey: string | undefined
  readonly zoomable: boolean
  readonly locale: string
}

const week = 7 * 86_400
const axisFont = '11px ui-sans-serif, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'

/** Reads a colour of the theme; a canvas cannot use variables. */
const themeColor = (element: Element, name: string): string =>
  getComputedStyle(element).getPropertyValue(`--${name}`).trim()

/** The colour variable of a series by its position. */
export const colorName = (series: ChartSeries, index: number): string => `chart-${series.color ?? (index % 6) + 1}`

function timeAxis(locale: string): Pick<uPlot.Axis, 'values' | 'space'> {
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const exact = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const day = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' })
  return {
    space: 90,
    values: (chart, splits, _axis, _space, step) => {
      const { min = 0, max = 0 } = chart.scales.x ?? {}
      const write = max - min >= week ? day : step < 60 ? exact : clock
      let last = ''
      return splits.map((at) => {
        const text = write.format(at * 1000)
        if (text === last) return ''
        last = text
        return text
      })
    },
  }
}

// Ticks at binary multiples: 512 MiB, not 476.8 MiB.
const binarySteps = Array.from({ length: 50 }, (_, power) => 2 ** power)

/** The options of uPlot for a chart; the size is set afterwards. */
export function chartOptions(root: Element, look: Look): Omit<uPlot.Options, 'width' | 'height'> {
  const { format, unit, series, min, max, syncKey, zoomable, locale } = look
  const line = themeColor(root, 'line')
  const faint = themeColor(root, 'faint')
  const lone = series.length === 1
  return {
    legend: { show: false },
    cursor: {
      x: true,
      y: false,
      drag: { x: zoomable, y: false, setScale: false },
      points: { size: 7 },
      focus: { prox: 24 },
      ...(syncKey ? { sync: { key: syncKey, setSeries: false } } : {}),
    },
    padding: [10, null, 0, 0],
    scales: {
      x: { time: true },
      y: {
        range: (_chart, low, high) => {
          const bottom = min ?? Math.min(0, low ?? 0)
          const top = max ?? Math.max(high ?? 0, bottom + (unit === 'percent' ? 1 : 1e-9))
          return [bottom, max === undefined ? top + (top - bottom) * 0.08 : top]
        },
      },
    },
    axes: [
      {
        stroke: faint,
        font: axisFont,
        grid: { show: false },
        ticks: { show: false },
        gap: 6,
        size: 22,
        ...timeAxis(locale),
      },
      {
        stroke: faint,
        font: axisFont,
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        gap: 6,
        space: 36,
        size: (_chart, values) => 14 + Math.max(3, ...(values ?? []).map((value) => value.length)) * 6.2,
        ...(unit === 'bytes' || unit === 'rate' ? { incrs: binarySteps } : {}),
        values: (_chart, splits) =>
          splits.map((value) => (unit === 'percent' ? format.percent(value, 0) : format.value(value, unit))),
      },
    ],
    series: [
      {},
      ...series.map((one, index) => {
        const color = themeColor(root, colorName(one, index))
        const shade = one.fill ?? lone
        return {
          label: one.label,
          stroke: color,
          width: 1.5,
          points: { show: false },
          ...(shade ? { fill: `color-mix(in oklch, ${color} 13%, transparent)` } : {}),
        } satisfies uPlot.Series
      }),
    ],
  }
}
