import type uPlot from 'uplot'
import type { Unit } from '../../format.ts'
import { canvasFont } from './colors.ts'
import { timeLabels } from './time-text.ts'
import { sizes, timeTicks } from './time-ticks.ts'
import { valueLabels } from './value-text.ts'
import { valueTicks } from './value-ticks.ts'

/** CSS pixels between two labels of the value axis. */
const close = 36
const mostMarks = 8
/** CSS pixels; on a phone the drawing needs them. */
const roomy = 400

// We choose the marks ourselves; uPlot only wants to find some increment.
const placeholder = [60]

/** CSS pixels between the drawing and the right edge. */
export const edge = 18
/** of a character; those of Chinese are as wide as they are high */
const letter = 6.2
const sign = 11

interface Mark {
  readonly at: number
  readonly label: string
}

const widthOf = (text: string) =>
  Array.from(text).reduce((width, character) => width + (character > '\u2e7f' ? sign : letter), 0)

/** Whether a label that is centred at its mark ends before the edge. */
const fits = ({ at, label }: Mark, { max, scale }: { max: number; scale: number }) =>
  (max - at) * scale + edge >= widthOf(label) / 2

interface AxisLook {
  readonly locale: string
  readonly unit: Unit
  /** colours */
  readonly text: string
  readonly line: string
}

/** Marks at round moments of the browser's zone. */
export function timeAxis({ locale, text, barSpacing }: AxisLook & { barSpacing: () => number }): uPlot.Axis {
  let shown: readonly Mark[] = []
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
      // A label stands under its bar, which begins at the mark.
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

/** Marks in one unit, with as many digits as tell them apart. */
export function valueAxis({ locale, unit, text, line }: AxisLook): uPlot.Axis {
  return {
    stroke: text,
    font: canvasFont(11),
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    gap: 6,
    incrs: placeholder,
    space: 0,
    // charts below each other have their moments below each other, where there is room for it
    size: (chart, values) =>
      14 + Math.max(chart.width > roomy ? 8 : 3, ...(values ?? []).map((value) => value.length)) * letter,
    splits: (chart, _axis, min, max) =>
      valueTicks(unit, min, max, Math.min(mostMarks, chart.bbox.height / devicePixelRatio / close)),
    values: (_chart, splits) => valueLabels(locale, unit, splits),
  }
}

/** The ends of the value axis: nothing is at its foot, and what is on top stays below the edge. */
export function valueRange(
  unit: Unit,
  min: number | undefined,
  max: number | undefined,
): (chart: uPlot, low: number | null, high: number | null) => [number, number] {
  return (_chart, low, high) => {
    const lowest = Math.min(0, low ?? 0)
    const highest = Math.max(0, high ?? 0)
    const air = (highest - lowest) * 0.08
    const top = highest + (highest > 0 ? air : 0)
    const bottom = min ?? (lowest < 0 ? lowest - air : 0)
    const full = unit === 'percent' && highest <= 100 ? 100 : top
    const end = max ?? (full > bottom ? full : bottom + smallest[unit])
    return [bottom, Math.max(end, bottom + 1e-9)]
  }
}

/** How high an axis is on which everything is nothing. */
const smallest: Record<Unit, number> = { percent: 100, bytes: 1024, rate: 1024, number: 1, celsius: 10, ms: 1 }
