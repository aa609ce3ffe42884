import {
  ChartCard,
  EmptyState,
  ErrorState,
  Segmented,
  Skeleton,
  useApi,
  useFormat,
  useNow,
  useT,
} from '@svc/dashboard-sdk'
import type { FigureView } from '@svc/plugin-figures/contract'
import { Gauge } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { FigureHistory } from '../src/figure-schema.ts'
import { formatValue, isStale, unitOf } from './figure-format.ts'

const hours = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const
type RangeName = keyof typeof hours
const ranges = Object.keys(hours) as RangeName[]

/** The custom metrics of a server, a chart each. */
export default function FiguresTab({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const [range, setRange] = useState<RangeName>('24h')
  // Whole minutes, so that requests of all charts are the same until there can be another value.
  const to = Math.ceil(useNow(10_000) / 60_000) * 60
  const path = `/api/servers/${encodeURIComponent(serverId)}/figures`
  const { data, error, refetch } = useApi<FigureView[]>(path, { refetchInterval: 30_000 })
  if (!data) {
    return error ? (
      <div className="panel">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    ) : (
      <Skeleton className="h-66 rounded-lg" />
    )
  }
  if (data.length === 0) {
    return (
      <div className="panel">
        <EmptyState icon={Gauge} title={t('charts.none')} description={t('charts.noneHint')} />
      </div>
    )
  }
  const options = ranges.map((value) => ({ value, label: t(`range.${value}`) }))
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segmented value={range} onChange={setRange} label={t('charts.range')} options={options} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {data.map((figure) => (
          <FigureChart key={figure.name} figure={figure} path={path} from={to - hours[range] * 3600} to={to} />
        ))}
      </div>
    </div>
  )
}

interface FigureChartProps {
  readonly figure: FigureView
  readonly path: string
  /** epoch seconds */
  readonly from: number
  readonly to: number
}

function FigureChart({ figure, path, from, to }: FigureChartProps): ReactNode {
  const t = useT()
  const format = useFormat()
  const { name } = figure
  const at = (seconds: number) => new Date(seconds * 1000).toISOString()
  const { data, error, refetch } = useApi<FigureHistory>(`${path}/history`, {
    search: { name, from: at(from), to: at(to) },
    keepPrevious: true,
  })
  const chart = useMemo(() => {
    const points = data?.points ?? []
    return {
      times: points.map(([time]) => time),
      series: [{ id: name, label: name, values: points.map(([, value]) => value) }],
    }
  }, [data, name])
  if (!data) {
    return error ? (
      <section className="panel" aria-label={name}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </section>
    ) : (
      <Skeleton className="h-66 rounded-lg" />
    )
  }
  const last = formatValue(figure, format, t('charts.rate'))
  const description = isStale(figure, to) ? t('charts.stale', { at: format.dateTime(figure.reported_at) }) : last
  if (chart.times.length === 0) {
    return (
      <section className="panel" aria-label={name}>
        <EmptyState title={name} description={`${description} · ${t('charts.empty')}`} />
      </section>
    )
  }
  return (
    <ChartCard
      label={name}
      description={description}
      {...chart}
      unit={unitOf(figure)}
      from={from}
      to={to}
      gapAfter={data.step * 5}
      summary="stats"
      syncKey={path}
      fileName={name}
    />
  )
}
