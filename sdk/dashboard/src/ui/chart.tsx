import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import uPlot from 'uplot'
import { drawSoon } from '../chart-frame.js'
import { cn } from '../cn.js'
import { useLanguage, useT } from '../i18n.js'
import { useTheme } from '../theme.js'
import { useFormat } from '../use-format.js'
import { type ChartSeries, type Columns, withGaps } from './chart/data.js'
import { ChartTable } from './chart/heard-table.js'
import { ChartLegend } from './chart/legend.js'
import { chartOptions } from './chart/options.js'
import type { ChartProps } from './chart/props.js'
import { ChartTip } from './chart/tip.js'

/** A time series chart. Loaded on first use; see `Chart` in the package entry. */
export default function Chart(props: ChartProps): ReactNode {
  const { label, times, series, unit, gapAfter, className } = props
  const t = useT('sdk')
  const language = useLanguage()
  const { theme } = useTheme()
  const data = useMemo(() => withGaps(times, series, gapAfter), [times, series, gapAfter])
  // A canvas knows no variables: it is made anew when what it was made of changes, not when the data does.
  const made = JSON.stringify([
    theme,
    language,
    unit,
    props.min,
    props.max,
    props.height,
    props.syncKey,
    props.onZoom !== undefined,
    series.map(({ id, label, color, fill }) => [id, label, color, fill]),
  ])
  return (
    <figure aria-label={label} className={cn('m-0 min-w-0', className)}>
      {series.length > 1 && <ChartLegend series={series} />}
      <div className="relative">
        <Plot key={made} {...props} data={data} />
        {times.length === 0 && (
          <p className="pointer-events-none absolute inset-0 grid place-items-center text-faint text-sm">
            {t('chart.none')}
          </p>
        )}
      </div>
      <ChartTable label={label} times={times} series={series} unit={unit} />
    </figure>
  )
}

const narrowest = 80
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }

function Plot(props: ChartProps & { data: Columns }) {
  const { label, data, series, unit, from, to, syncKey, onZoom, height = 180 } = props
  const t = useT('sdk')
  const format = useFormat()
  const locale = useLanguage()
  const root = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [spot, setSpot] = useState<{ index: number; left: number }>()

  const draw = useEffectEvent((columns: Columns, start: number | undefined, end: number | undefined) => {
    plot.current?.batch((chart: uPlot) => {
      chart.setData(columns as unknown as uPlot.AlignedData, false)
      const [min, max] = [start ?? columns[0][0], end ?? columns[0].at(-1)]
      if (min !== undefined && max !== undefined) chart.setScale('x', { min, max })
    })
  })

  const make = useEffectEvent((element: HTMLElement) => {
    const [min, max] = unit === 'percent' ? [props.min ?? 0, props.max ?? 100] : [props.min, props.max]
    const look = { format, unit, series, min, max, syncKey, zoomable: onZoom !== undefined, locale }
    return new uPlot(
      {
        ...chartOptions(element, look),
        width: Math.max(narrowest, element.clientWidth),
        height,
        hooks: {
          setCursor: [
            ({ cursor: { idx, left = -1 } }) => setSpot(idx == null || left < 0 ? undefined : { index: idx, left }),
          ],
          setSelect: [zoom],
        },
      },
      undefined,
      element,
    )
  })

  const zoom = useEffectEvent((chart: uPlot) => {
    const { left, width } = chart.select
    if (width < 8) return
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
    onZoom?.(chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x'))
  })

  useEffect(() => {
    const element = root.current
    if (!element) return
    const chart = make(element)
    plot.current = chart
    const fit = () => {
      if (plot.current === chart)
        chart.setSize({ width: Math.max(narrowest, element.clientWidth), height: chart.height })
    }
    const observer = new ResizeObserver(() => drawSoon(fit))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.current = undefined
      chart.destroy()
    }
  }, [])

  useEffect(() => drawSoon(() => draw(data, from, to)), [data, from, to])

  const newest = data[0].length - 1
  const point = (left: number) => plot.current?.setCursor({ left, top: height / 2 })

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || newest < 0) return
    event.preventDefault()
    const index = Math.min(newest, Math.max(0, (spot?.index ?? newest + 1) + step))
    point(plot.current?.valToPos(data[0][index] ?? 0, 'x') ?? 0)
  }
  // One finger sideways reads values; up and down scrolls the page (touch-action).
  const onPointerMove = (event: PointerEvent) => {
    const over = plot.current?.over
    if (event.pointerType === 'mouse' || !over) return
    point(event.clientX - over.getBoundingClientRect().left)
  }

  return (
    <>
      <div
        ref={root}
        role="slider"
        aria-label={`${label}. ${t('chart.keys')}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, newest)}
        aria-valuenow={spot?.index ?? Math.max(0, newest)}
        aria-valuetext={spoken(data, spot?.index ?? newest, series, (value) => format.value(value, unit))}
        tabIndex={0}
        style={{ height }}
        className="w-full touch-pan-y overflow-hidden rounded-sm"
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onBlur={() => point(-10)}
      />
      {spot && <ChartTip data={data} series={series} unit={unit} spot={spot} over={plot.current?.over} />}
    </>
  )
}

function spoken(data: Columns, index: number, series: readonly ChartSeries[], write: (value: number) => string) {
  const valueAt = (position: number) => data[position + 1]?.[index] ?? Number.NaN
  return series.map(({ label }, position) => `${label} ${write(valueAt(position))}`).join(', ')
}
