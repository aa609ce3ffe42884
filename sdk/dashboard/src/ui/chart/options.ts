import type { Unit } from '@svc/protocol/text'
import type uPlot from 'uplot'
import { edge, timeAxis, valueAxis, valueRange } from './axes.ts'
import { barPaths } from './bar-paths.ts'
import { type Line, themeColor } from './colors.ts'
import { pointerListeners } from './css-scale.ts'
import type { ChartProps } from './props.ts'
import type { View } from './time-range.ts'

interface Look extends Pick<ChartProps, 'min' | 'max' | 'syncKey' | 'stacked'> {
  readonly unit: Unit
  readonly kind: 'line' | 'bars' | 'steps'
  readonly lines: readonly Line[]
  readonly zoomable: boolean
  readonly locale: string
  /** high-contrast mode: lines differ by more than color */
  readonly strong: boolean
  readonly paths: uPlot.Series.PathBuilderFactories
  readonly spacing: () => number
  readonly onDoubleClick: () => void
  /** the ends of the time axis at first */
  readonly view: View
}

/** Dashes for high-contrast mode, to distinguish lines by more than color. */
const dashes = [undefined, [8, 4], [2, 3], [10, 3, 2, 3], [4, 4], [14, 4]]

/** The uPlot options of a chart, without size and hooks. */
export function chartOptions(root: Element, look: Look): Omit<uPlot.Options, 'width' | 'height'> {
  const { unit, kind, lines, stacked = false, min, max, syncKey, zoomable, locale } = look
  const ends = look.view ? { min: look.view[0], max: look.view[1] } : {}
  const axis = { locale, unit, text: themeColor(root, 'faint'), line: themeColor(root, 'line') }
  return {
    legend: { show: false },
    cursor: {
      x: true,
      y: false,
      drag: { x: zoomable, y: false, setScale: false },
      points: { size: 7, show: kind !== 'bars' },
      hover: { skip: [] },
      bind: {
        ...pointerListeners,
        // uPlot's own handler would reset the scale, which the page controls
        dblclick: () => () => {
          look.onDoubleClick()
          return null
        },
      },
      ...(syncKey ? { sync: shared(syncKey) } : {}),
    },
    padding: [10, edge, 0, 0],
    scales: { x: { time: true, ...ends }, y: { range: valueRange(unit, min, max) } },
    axes: [timeAxis({ ...axis, barSpacing: () => (kind === 'bars' ? look.spacing() : 0) }), valueAxis(axis)],
    // Fill each stacked line down to the one below.
    ...(stacked && kind !== 'bars'
      ? { bands: lines.slice(1).map((_, index): uPlot.Band => ({ series: [index + 2, index + 1] })) }
      : {}),
    series: [{}, ...lines.map((line, index) => seriesOf(root, look, line, index))],
  }
}

// Share the cursor time only, not drags and values.
const shared = (key: string): uPlot.Cursor.Sync => ({
  key,
  setSeries: false,
  scales: ['x', null],
  filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' },
})

function seriesOf(root: Element, look: Look, line: Line, index: number): uPlot.Series {
  const { kind, stacked = false, lines, strong, paths } = look
  const color = themeColor(root, `chart-${((line.color - 1) % 6) + 1}`)
  const mixed = (percent: number) => `color-mix(in oklch, ${color} ${percent}%, transparent)`
  const base: uPlot.Series = { label: line.label, stroke: color, points: { show: false } }
  if (kind === 'bars') {
    const slot = stacked ? { index: 0, of: 1 } : { index, of: lines.length }
    return { ...base, width: 0, fill: mixed(82), paths: barPaths({ spacing: look.spacing, stacked, slot }) }
  }
  const dash = strong ? dashes[index % dashes.length] : line.dash
  const steps = kind === 'steps' ? paths.stepped?.({ align: 1 }) : undefined
  return {
    ...base,
    width: strong ? 2.5 : 1.5,
    points: { show: false, filter: lonePoints, size: 5, width: 0, fill: color },
    ...(dash ? { dash: [...dash] } : {}),
    ...(steps ? { paths: steps } : {}),
    ...(stacked ? { fill: mixed(34) } : line.fill ? { fill: mixed(13) } : {}),
  }
}

/** Pixels; a shorter line is hardly seen. */
const minLine = 3

/**
 * Indexes of values that are drawn as points, because the line through them and their neighbors is too short to be seen: it
 * has one value only, or the few minutes of a new server in a chart of a day.
 */
export function lonePoints(chart: Pick<uPlot, 'data' | 'series' | 'valToPos'>, series: number): number[] | null {
  const [times] = chart.data
  const values = chart.data[series]
  const [first, last] = chart.series[0]?.idxs ?? [0, -1]
  if (!values) return null
  const alone: number[] = []
  const placeOf = (index: number) => chart.valToPos(times[index] ?? 0, 'x')
  let start: number | undefined
  let end = 0
  for (let index = 0; index <= values.length; index++) {
    const value = index < values.length ? values[index] : null
    // undefined does not break the line
    if (value === undefined) continue
    if (value !== null) {
      start ??= index
      end = index
    } else if (start !== undefined) {
      const isLone = start === end || placeOf(end) - placeOf(start) < minLine
      if (isLone && end >= first && end <= last) alone.push(end)
      start = undefined
    }
  }
  return alone.length > 0 ? alone : null
}
