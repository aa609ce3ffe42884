import type { Unit } from '@svc/protocol/text'
import type uPlot from 'uplot'
import { canvasFont } from './colors.ts'
import { timeLabels } from './time-text.ts'
import { sizes, timeTicks } from './time-ticks.ts'
import { valueLabels } from './value-text.ts'
import { valueTicks } from './value-ticks.ts'

/** CSS pixels between two labels of the value axis. */
const minLabelDistance = 36
const maxLabels = 8
/** CSS pixels; narrower charts get a narrower value axis. */
const wideChart = 400

// We compute the ticks ourselves, but uPlot requires an increment.
const placeholder = [60]

/** CSS pixels between the drawing and the right edge. */
export const edge = 18
/** average character widths; CJK characters are as wide as high */
const latinWidth = 6.2
const cjkWidth = 11

interface Tick {
  readonly at: number
  readonly label: string
}

const widthOf = (text: string) =>
  Array.from(text).reduce((width, character) => width + (character > '\u2e7f' ? cjkWidth : latinWidth), 0)

/** Whether a label centered at its tick fits before the right edge. */
const fits = ({ at, label }: Tick, { max, scale }: { max: number; scale: number }) =>
  (max - at) * scale + edge >= widthOf(label) / 2

interface AxisLook {
  readonly locale: string
  readonly unit: Unit
  /** colours */
  readonly text: string
  readonly line: string
}

/** The time axis, with ticks at round times in the browser's time zone. */
export function timeAxis({ locale, text, barSpacing }: AxisLook & { barSpacing: () => number }): uPlot.Axis {
  let shown: readonly Tick[] = []
  return {
    stroke: text,
    font: canvasFont(11),
    grid: { show: false },
    ticks: { show: false },
    gap: 8,
    size: 24,
    incrs: placeholder,
    space: 0,
    splits: (chart, _axis, min, max) => {
      const width = chart.bbox.width / devicePixelRatio
      const ticks = timeTicks(min, max, width)
      // Center the label under its bar, which starts at the tick.
      const bar = barSpacing()
      const shift = Math.abs(bar / sizes[ticks.part] - 1) < 0.1 ? bar / 2 : 0
      const labels = timeLabels(locale, ticks)
      const marks = ticks.at.map((at, i) => ({ at: at + shift, label: labels[i] ?? '' }))
      shown = marks.filter((mark) => mark.at <= max && fits(mark, { max, scale: width / (max - min) }))
      return shown.map(({ at }) => at)
    },
    values: () => shown.map(({ label }) => label),
  }
}

/** The value axis, in one unit and with as few digits as needed. */
export function valueAxis({ locale, unit, text, line }: AxisLook): uPlot.Axis {
  return {
    stroke: text,
    font: canvasFont(11),
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    gap: 6,
    incrs: placeholder,
    space: 0,
    // Same width on all wide charts, so that their time axes line up.
    size: (chart, values) =>
      14 + Math.max(chart.width > wideChart ? 8 : 3, ...(values ?? []).map((value) => value.length)) * latinWidth,
    splits: (chart, _axis, min, max) =>
      valueTicks(unit, min, max, Math.min(maxLabels, chart.bbox.height / devicePixelRatio / minLabelDistance)),
    values: (_chart, splits) => valueLabels(locale, unit, splits),
  }
}

/** The range of the value axis: includes zero, and leaves some space at the top. */
export function valueRange(
  unit: Unit,
  min: number | undefined,
  max: number | undefined,
): (chart: uPlot, low: number | null, high: number | null) => [number, number] {
  return (_chart, low, high) => {
    const lowest = Math.min(0, low ?? 0)
    const highest = Math.max(0, high ?? 0)
    const padding = (highest - lowest) * 0.08
    const top = highest + (highest > 0 ? padding : 0)
    const bottom = min ?? (lowest < 0 ? lowest - padding : 0)
    const full = unit === 'percent' && highest <= 100 ? 100 : top
    const end = max ?? (full > bottom ? full : bottom + minHeight[unit])
    return [bottom, Math.max(end, bottom + 1e-9)]
  }
}

/** The height of the axis if all values are zero. */
const minHeight: Record<Unit, number> = { percent: 100, bytes: 1024, rate: 1024, number: 1, celsius: 10, ms: 1 }
