import type uPlot from 'uplot'
import type { Unit } from '../../format.js'
import { canvasFont } from './colors.js'
import { timeLabels } from './time-text.js'
import { sizes, type TimeTicks, timeTicks } from './time-ticks.js'
import { valueLabels } from './value-text.js'
import { valueTicks } from './value-ticks.js'

/** CSS pixels between two labels of the value axis. */
const close = 36
const mostMarks = 8

// We choose the marks ourselves; uPlot only wants to find some increment.
const placeholder = [60]

interface AxisLook {
  readonly locale: string
  readonly unit: Unit
  /** colours */
  readonly text: string
  readonly line: string
}

/** Marks at round moments of the browser's zone. */
export function timeAxis({ locale, text, barSpacing }: AxisLook & { barSpacing: () => number }): uPlot.Axis {
  let ticks: TimeTicks = { at: [], part: 'year' }
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
      ticks = timeTicks(min, max, chart.bbox.width / devicePixelRatio)
      // A label stands under its bar, which begins at the mark.
      const bar = barSpacing()
      const shift = Math.abs(bar / sizes[ticks.part] - 1) < 0.1 ? bar / 2 : 0
      ticks = { ...ticks, at: ticks.at.filter((at) => at + shift <= max) }
      return ticks.at.map((at) => at + shift)
    },
    values: () => timeLabels(locale, ticks),
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
    size: (_chart, values) => 14 + Math.max(3, ...(values ?? []).map((value) => value.length)) * 6.2,
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
