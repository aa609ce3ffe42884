import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import { useT } from '../i18n.ts'
import { useFormat } from '../use-format.ts'
import { ChartFigure, type PlotProps } from './chart/chart-figure.tsx'
import { ChartTooltip } from './chart/chart-tooltip.tsx'
import { linesOf } from './chart/colors.ts'
import { sharpen } from './chart/css-scale.ts'
import { makeCursorIndex } from './chart/cursor-index.ts'
import type { DrawnData } from './chart/data.ts'
import { queueDraw } from './chart/draw-queue.ts'
import { gapBands } from './chart/gap-bands.ts'
import { gapAt } from './chart/gaps.ts'
import { useHiddenLines } from './chart/hidden-lines.ts'
import { ChartLegend } from './chart/legend.tsx'
import { markBars } from './chart/mark-bars.ts'
import { chartOptions } from './chart/options.ts'
import type { ChartGap, ChartProps } from './chart/props.ts'
import { indexAfterKey, visible } from './chart/reading.ts'
import { accessibleValueText } from './chart/reading-text.ts'
import { type View, viewOf } from './chart/time-range.ts'
import { spanText } from './chart/time-text.ts'
import { ownsTooltip, takeTooltip } from './chart/tooltip-owner.ts'
import { useTouch } from './chart/use-touch.ts'

/** A time series chart. Loaded on first use; see `Chart` in the package entry. */
export default function Chart(props: ChartProps): ReactNode {
  const lines = useMemo(() => linesOf(props.series), [props.series])
  const choice = useHiddenLines(lines.map(({ id }) => id))
  return (
    <div className={props.className}>
      {lines.length > 1 && props.legend !== false && <ChartLegend lines={lines} choice={choice} />}
      <DrawnChart {...props} hidden={props.legend === false ? noneHidden : choice.hidden} />
    </div>
  )
}

const noneHidden: ReadonlySet<string> = new Set()

/** The chart without a legend, with the visible lines only. */
export const DrawnChart = (props: ChartProps & { hidden: ReadonlySet<string> }): ReactNode => (
  <ChartFigure {...props} plot={Plot} />
)

const minWidth = 80
/** CSS pixels; a shorter drag counts as a click */
const minDrag = 8
const none = { left: 0, top: 0, width: 0, height: 0 }

/** Keyboard cursor: the current index, and the other end of a selected range. */
interface KeyboardCursor {
  readonly at: number
  readonly anchor?: number
}

function Plot(props: PlotProps) {
  const { label, data, lines, gaps, marks, unit, from, to, kind = 'line', stacked = false, height = 180 } = props
  const { onZoom, onZoomOut, daily } = props
  const t = useT('sdk')
  const format = useFormat()
  const root = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [cursor] = useState(makeCursorIndex)
  const [tooltip] = useState(() => ({ release: () => cursor.set(undefined) }))
  const [reading, setReading] = useState<KeyboardCursor>()
  // The text announced on focus. It stays fixed, otherwise screen readers would announce every live update.
  const [announced, setAnnounced] = useState<string>()

  const seen = useEffectEvent((chart: uPlot) =>
    cursor.set(ownsTooltip(tooltip) ? indexAtCursor(chart, data, gaps) : undefined),
  )
  const zoom = useEffectEvent((chart: uPlot) => {
    const { left, width } = chart.select
    chart.setSelect(none, false)
    if (width >= minDrag) onZoom?.(chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x'))
  })
  const zoomOut = useEffectEvent(() => onZoomOut?.())
  const now = useEffectEvent(() => ({ gaps, marks, spacing: data.spacing }))

  const make = useEffectEvent((element: HTMLElement, columns: uPlot.AlignedData, view: View) => {
    const { min, max, syncKey, strong } = props
    const look = { unit, kind, stacked, lines, min, max, syncKey, strong, locale: format.locale, paths: uPlot.paths }
    return new uPlot(
      {
        ...chartOptions(element, {
          ...look,
          zoomable: onZoom !== undefined,
          view,
          spacing: () => now().spacing,
          onDoubleClick: () => zoomOut(),
        }),
        ...size(),
        hooks: {
          setSize: [sharpen],
          setCursor: [seen],
          setSelect: [zoom],
          draw: [gapBands(element, () => now().gaps), markBars(element, () => now().marks)],
        },
      },
      columns,
      element,
    )
  })

  const size = () => ({ width: Math.max(minWidth, root.current?.clientWidth ?? 0), height })
  const fits = useEffectEvent(() => plot.current?.width === size().width && plot.current.height === height)
  const fit = useEffectEvent(() => plot.current?.setSize(size()))

  const draw = useEffectEvent((element: HTMLElement) => {
    const view = viewOf(data, { from, to, kind })
    // uPlot draws no axes without data.
    const empty = view && data.columns[0].length === 0
    const columns = (empty ? [view, ...lines.map(() => [null, null])] : data.columns) as unknown as uPlot.AlignedData
    const chart = plot.current
    if (chart) {
      chart.batch(() => {
        chart.setData(columns, false)
        if (view) chart.setScale('x', { min: view[0], max: view[1] })
      })
    } else {
      plot.current = make(element, columns, view)
    }
  })

  useEffect(() => {
    const element = root.current
    if (!element) return
    const resized = () => fit()
    const observer = new ResizeObserver(() => {
      if (plot.current && !fits()) queueDraw(element, resized)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when these change
  useEffect(() => {
    const element = root.current
    return element ? queueDraw(element, () => draw(element)) : undefined
  }, [data, from, to])
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when they change
  useEffect(() => plot.current?.redraw(false, false), [marks])
  // biome-ignore lint/correctness/useExhaustiveDependencies: fitted again when it changes
  useEffect(() => {
    if (!fits()) fit()
  }, [height])

  const point = (left: number) => {
    const chart = plot.current
    if (left >= 0) takeTooltip(tooltip)
    // The third argument, missing in the type declaration, syncs charts with the same key.
    const set = chart?.setCursor as
      | ((at: { left: number; top: number }, fire: boolean, tell: boolean) => void)
      | undefined
    set?.({ left, top: left < 0 ? -10 : 1 }, true, true)
  }
  const mark = (left: number, right: number) => {
    const chart = plot.current
    chart?.setSelect({ left, top: 0, width: right - left, height: chart.over.clientHeight }, false)
  }
  const x = (index: number) => plot.current?.valToPos(data.columns[0][index] ?? 0, 'x') ?? 0

  const leave = () => {
    setReading(undefined)
    plot.current?.setSelect(none, false)
    point(-10)
  }
  const move = (at: number, ranging: boolean) => {
    const anchor = ranging && onZoom ? (reading?.anchor ?? reading?.at ?? at) : undefined
    setReading(anchor === undefined ? { at } : { at, anchor })
    if (anchor === undefined) plot.current?.setSelect(none, false)
    else mark(Math.min(x(anchor), x(at)), Math.max(x(anchor), x(at)))
    point(x(at))
  }

  const newest = data.columns[0].length - 1
  const at = Math.min(reading?.at ?? newest, newest)
  const [start = 0, end = 0] = [reading?.anchor ?? at, at]
    .map((index) => data.columns[0][index] ?? 0)
    .sort((a, b) => a - b)
  const marked = reading?.anchor !== undefined

  const onKeyDown = (event: KeyboardEvent) => {
    const view = viewOf(data, { from, to, kind })
    if (!view || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && marked) {
      leave()
      if (end > start) onZoom?.(start, end)
    } else if (event.key === 'Escape' && reading) {
      leave()
    } else if (event.key === 'Escape' && onZoomOut) {
      onZoomOut()
    } else {
      const at = indexAfterKey(event.key, reading?.at ?? cursor.get(), data, visible(data, view))
      if (at === undefined) return
      move(at, event.shiftKey)
    }
    event.preventDefault()
  }
  const touch = useTouch(plot, {
    read: point,
    mark: onZoom && mark,
    take: () => plot.current && zoom(plot.current),
    drop: leave,
  })

  const words = { format, t, unit, daily }
  const range = marked ? `. ${t('chart.range', { span: spanText(format.locale, start, end) })}` : ''
  const valueText = accessibleValueText(data, at, lines, { ...words, marks }) + range
  return (
    <>
      <div
        ref={root}
        role="slider"
        aria-label={`${label}. ${t(onZoom ? 'chart.keysZoom' : 'chart.keys')}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, newest)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={reading ? valueText : (announced ?? valueText)}
        tabIndex={0}
        data-keeps-escape={reading || onZoomOut ? '' : undefined}
        style={{ height }}
        className="w-full touch-pan-y overflow-hidden rounded-sm"
        onKeyDown={onKeyDown}
        onMouseMoveCapture={() => takeTooltip(tooltip)}
        onFocus={() => setAnnounced(valueText)}
        onBlur={() => {
          leave()
          setAnnounced(undefined)
        }}
        {...touch}
      />
      <ChartTooltip
        data={data}
        lines={lines}
        marks={marks}
        unit={unit}
        stacked={stacked}
        daily={daily}
        cursor={cursor}
        plot={() => plot.current}
      />
    </>
  )
}

/** CSS pixels around a thin band that still count as a hit */
const tolerance = 3

/** The column index under the cursor: the gap it is on, else the nearest time. */
function indexAtCursor(chart: uPlot, data: DrawnData, gaps: readonly ChartGap[]): number | undefined {
  const { idx, left = -1 } = chart.cursor
  if (idx == null || left < 0) return undefined
  for (const shift of gaps.length > 0 ? [0, -tolerance, tolerance] : []) {
    const gap = gapAt(gaps, chart.posToVal(left + shift, 'x'))
    if (gap) return data.places.get(gap) ?? idx
  }
  return idx
}
