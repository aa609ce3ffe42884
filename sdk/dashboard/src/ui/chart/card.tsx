import { type ReactNode, useMemo } from 'react'
import type { Unit } from '../../format.js'
import { useT } from '../../i18n.js'
import { useFormat } from '../../use-format.js'
import Chart from '../chart.js'
import type { ChartSeries } from './data.js'
import type { ChartCardProps } from './props.js'
import { statsOf } from './stats.js'

/** A chart with its name and the figures one would otherwise look for in it. See `ChartCard` in the package entry. */
export default function ChartCard(props: ChartCardProps): ReactNode {
  const { summary = 'stats', description, fileName: _later, className, ...chart } = props
  const { label, series, unit } = chart
  return (
    <section className="panel min-w-0 px-4 pt-3.5 pb-2">
      <header className="mb-2 flex min-h-7 flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold text-sm">{label}</h2>
        {summary !== 'none' && (
          <p className="figures flex flex-wrap justify-end gap-x-4 text-xs">
            {series.map((one) => (
              <Figures key={one.id} series={one} named={series.length > 1} unit={unit} summary={summary} />
            ))}
          </p>
        )}
        {description && <p className="w-full text-muted text-xs">{description}</p>}
      </header>
      <Chart {...chart} />
    </section>
  )
}

function Figures(props: { series: ChartSeries; named: boolean; unit: Unit; summary: 'stats' | 'last' }) {
  const { series, named, unit, summary } = props
  const t = useT('sdk')
  const format = useFormat()
  const { mean, max, last } = useMemo(() => statsOf(series.values), [series.values])
  const write = (value: number) => <span className="font-medium text-ink">{format.value(value, unit)}</span>
  return (
    <span className="text-faint">
      {named && series.label}{' '}
      {summary === 'last' ? (
        write(last)
      ) : (
        <>
          {t('chart.mean')} {write(mean)} · {t('chart.max')} {write(max)}
        </>
      )}
    </span>
  )
}
