import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import { drawSoon } from '../chart-frame.js'
import { cn } from '../cn.js'
import type { Unit } from '../format.js'
import { useLanguage, useT } from '../i18n.js'
import { useTheme } from '../theme.js'
import { useFormat } from '../use-format.js'
import { type ChartSeries, type Columns, withGaps } from './chart-data.js'
import { ChartLegend } from './chart-legend.js'
import { chartOptions } from './chart-options.js'
import { ChartTable } from './chart-table.js'
import { ChartTip } from './chart-tip.js'

export interface ChartProps {
  /** what is shown; the accessible name of the figure */
  readonly label: string
  /** seconds since the epoch, ascending */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly unit: Unit
  /** fixed ends of the value axis; 0 to 100 for percent, else 0 to what fits */
  readonly min?: number
  readonly max?: number
  /** seconds; two points further apart are not connected */
  readonly gapAfter?: number
  /** fixed ends of the time axis in seconds; default: the data's own */
  readonly from?: number
  readonly to?: number
  /** charts of one page with the same key share the cursor */
  readonly syncKey?: string
  /** makes a range selectable by dragging; seconds */
  readonly onZoom?: (from: number, to: number) => void
  /** pixels, default 180 */
  readonly height?: number
  readonly className?: string
}

/** The point under the cursor. */
interface Spot {
  readonly index: number
  readonly left: number
}

/** A time series chart. Loaded on first use; see `Chart` in the package entry. */
export default function Chart(props: ChartProps): ReactNode {
  const { label, times, series, unit, gapAfter, from, to, syncKey, onZoom, height = 180, className } = props
  const [min, max] = unit === 'percent' ? [props.min ?? 0, props.max ?? 100] : [props.min, props.max]
  const t = useT('sdk')
  const format = useFormat()
  const language = useLanguage()
  const { theme } = useTheme()
  const root = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [spot, setSpot] = useState<Spot>()
  const data = useMemo(() => withGaps(times, series, gapAfter), [times, series, gapAfter])
  const shape = JSON.stringify(series.map(({ id, label, color, fill }) => [id, label, color, fill]))

  const draw = useEffectEvent(() => {
    const chart = plot.current
    if (!chart) return
    chart.batch(() => {
      chart.setData(data as unknown as uPlot.AlignedData, false)
      chart.setScale('x', { min: from ?? data[0][0] ?? 0, max: to ?? data[0].at(-1) ?? 1 })
    })
  })
  const zoom = useEffectEvent((chart: uPlot) => {
    if (chart.select.width < 8) return
    const ends = [chart.select.left, chart.select.left + chart.select.width].map((x) => chart.posToVal(x, 'x'))
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
    onZoom?.(ends[0] ?? 0, ends[1] ?? 0)
  })
  const zoomable = onZoom !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and shape stand for the colours and series read inside
  useEffect(() => {
    const element = root.current
    if (!element) return
    const options = chartOptions(element, { format, unit, series, min, max, syncKey, zoomable, locale: language })
    const chart = new uPlot(
      {
        ...options,
        width: Math.max(80, element.clientWidth),
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
    plot.current = chart
    draw()
    const observer = new ResizeObserver(() =>
      drawSoon(() => plot.current === chart && chart.setSize({ width: Math.max(80, element.clientWidth), height })),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.current = undefined
      chart.destroy()
    }
  }, [shape, unit, min, max, syncKey, zoomable, height, theme, language])

  // biome-ignore lint/correctness/useExhaustiveDependencies: draw reads data, from and to
  useEffect(() => drawSoon(draw), [data, from, to])

  const move = (step: number) => {
    const chart = plot.current
    const length = data[0].length
    if (!chart || length === 0) return
    const index = Math.min(length - 1, Math.max(0, (spot?.index ?? length) + step))
    chart.setCursor({ left: chart.valToPos(data[0][index] ?? 0, 'x'), top: chart.over.clientHeight / 2 }, true)
    setSpot({ index, left: chart.valToPos(data[0][index] ?? 0, 'x') })
  }

  return (
    <figure aria-label={label} className={cn('relative m-0 min-w-0', className)}>
      {series.length > 1 && <ChartLegend series={series} />}
      {/* biome-ignore lint/a11y/useSemanticElements: an interactive picture has no element of its own */}
      <div
        ref={root}
        role="slider"
        aria-label={`${label}. ${t('chart.keys')}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, data[0].length - 1)}
        aria-valuenow={spot?.index ?? Math.max(0, data[0].length - 1)}
        aria-valuetext={spoken(data, spot?.index ?? data[0].length - 1, series, (value) => format.value(value, unit))}
        tabIndex={0}
        style={{ height, touchAction: 'pan-y' }}
        className="w-full overflow-hidden rounded-sm"
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key]
          if (step === undefined) return
          event.preventDefault()
          move(step)
        }}
        onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
      />
      {data[0].length === 0 && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center text-faint text-sm">
          {t('chart.none')}
        </p>
      )}
      {spot && <ChartTip data={data} series={series} unit={unit} spot={spot} plot={plot.current} />}
      <ChartTable label={label} times={times} series={series} unit={unit} />
    </figure>
  )
}

function spoken(data: Columns, index: number, series: readonly ChartSeries[], write: (value: number) => string) {
  return series
    .map(({ label }, position) => `${label} ${write((data[position + 1]?.[index] as number) ?? Number.NaN)}`)
    .join(', ')
}
