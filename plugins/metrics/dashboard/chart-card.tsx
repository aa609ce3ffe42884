import { Chart, type ChartSeries, useFormat, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import { type ChartModel, statsOf } from './chart-model.js'

/** Pixels. A chart of several lines has a legend above it; all cards are of one height. */
const tall = 190
const legend = 21

/** One chart with its name and the figures one would otherwise look for in it. */
export function ChartCard(props: {
  model: ChartModel
  times: readonly number[]
  from: number
  to: number
  /** seconds; further apart is a gap */
  gapAfter: number
  /** the last value is the present one */
  live: boolean
  syncKey: string
  onZoom?: (from: number, to: number) => void
}): ReactNode {
  const { model, times, live, ...rest } = props
  const t = useT()
  const { unit, lines, device } = model
  const label = t(`chart.${model.title}`, { device })
  const series = useMemo(
    () => lines.map(({ id, values, color }): ChartSeries => ({ id, label: t(`line.${id}`), values, color })),
    [lines, t],
  )
  return (
    <section className="panel min-w-0 px-4 pt-3.5 pb-2">
      <header className="mb-2 flex min-h-7 flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold text-sm">{label}</h2>
        <p className="figures flex flex-wrap justify-end gap-x-4 text-xs">
          {lines.map(({ id, values }) => (
            <Figures
              key={id}
              name={lines.length > 1 ? t(`line.${id}`) : undefined}
              values={values}
              unit={unit}
              live={live}
            />
          ))}
        </p>
      </header>
      <Chart
        label={label}
        times={times}
        series={series}
        unit={unit}
        height={lines.length > 1 ? tall - legend : tall}
        {...rest}
      />
    </section>
  )
}

function Figures(props: {
  name: string | undefined
  values: readonly (number | null)[]
  unit: ChartModel['unit']
  live: boolean
}) {
  const { name, values, unit, live } = props
  const t = useT()
  const format = useFormat()
  const { mean, max, last } = useMemo(() => statsOf(values), [values])
  const write = (value: number) => <span className="font-medium text-ink">{format.value(value, unit)}</span>
  if (live) {
    return (
      <span className="text-faint">
        {name} <span className="text-sm">{write(last)}</span>
      </span>
    )
  }
  return (
    <span className="text-faint">
      {name} {t('chart.mean')} {write(mean)} · {t('chart.max')} {write(max)}
    </span>
  )
}
