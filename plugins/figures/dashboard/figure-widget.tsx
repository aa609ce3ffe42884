import { Chart, Notice, PageLink, Skeleton, useApi, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import {
  FillHeight,
  OfflineNote,
  QueryError,
  type ShownServer,
  StaleQueryNote,
  selectName,
  useServerValue,
  WidgetHead,
  WithServer,
} from '@svc/dashboard-sdk/widgets'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { FigureView } from '@svc/plugin-figures/contract'
import { defineWidget, z } from '@svc/widget-sdk'
import { Gauge } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { FigureHistory } from '../src/figure-schema.ts'
import { formatValue, isStale, unitOf } from './figure-format.ts'

const configSchema = z.object({
  server_id: z.serverId().optional().describe('widget.server'),
  name: z.string().max(64).default('').describe('widget.metric'),
  hours: z.enum({ h1: 1, h24: 24, h168: 168, h720: 720 }).default(24).describe('widget.hours'),
})

interface Props {
  readonly server: ShownServer
  readonly name: string
  readonly hours: number
  readonly isEditing: boolean
}

/** Finds the metric, or says which ones there are. */
function Figure({ server, name, hours, isEditing }: Props): ReactNode {
  const t = useT()
  const path = `/api/servers/${encodeURIComponent(server.id)}/figures`
  const { data, error, refetch } = useApi<FigureView[]>(path, { refetchInterval: 30_000 })
  if (!data) {
    if (error) return <QueryError error={error} onRetry={() => void refetch()} />
    return <Skeleton className="h-full min-h-10 w-full" />
  }
  const figure = data.find((each) => each.name === name.trim())
  if (figure) return <FigureChart {...{ server, figure, hours, isEditing, path }} />
  const names = data.map((each) => each.name).join(', ')
  return (
    <Notice
      icon={Gauge}
      title={name.trim() ? t('widget.unknown', { name: name.trim() }) : t('widget.choose')}
      detail={names ? t('widget.names', { names }) : t('charts.noneHint')}
    />
  )
}

interface ChartProps extends Omit<Props, 'name'> {
  readonly figure: FigureView
  readonly path: string
}

function FigureChart({ server, figure, hours, isEditing, path }: ChartProps): ReactNode {
  const t = useT()
  const format = useFormat()
  const { name } = figure
  const serverName = useServerValue(server.id, selectName) ?? ''
  const to = Math.ceil(useNow(10_000) / 60_000) * 60
  const from = to - hours * 3600
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
  const last = isStale(figure, to)
    ? t('charts.stale', { at: format.dateTime(figure.reported_at) })
    : formatValue(figure, format, t('charts.rate'))
  const retry = () => void refetch()
  const link = isEditing ? (
    serverName
  ) : (
    <PageLink
      page={serverPage}
      params={{ id: server.id }}
      search={{ tab: 'figures' }}
      className="underline-offset-2 hover:text-ink hover:underline"
    >
      {serverName}
    </PageLink>
  )
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHead title={name} of={link} aside={<span className="figures">{last}</span>} />
      {!server.isOnline && <OfflineNote serverId={server.id} className="mb-1" />}
      {!data && !error && <Skeleton className="min-h-0 flex-1" />}
      {!data && error && <QueryError error={error} onRetry={retry} />}
      {data && error && <StaleQueryNote error={error} onRetry={retry} />}
      {data && chart.times.length === 0 && <Notice icon={Gauge} title={last} detail={t('charts.empty')} />}
      {data && chart.times.length > 0 && (
        <FillHeight>
          {(height) => (
            <Chart
              label={`${name}, ${serverName}`}
              {...chart}
              unit={unitOf(figure)}
              gapAfter={data.step * 5}
              gaps={[]}
              from={from}
              to={to}
              height={height}
            />
          )}
        </FillHeight>
      )}
    </div>
  )
}

/** A custom metric of a server over time, with its last value. */
export default defineWidget({
  configSchema,
  component: ({ config: { server_id, name, hours }, instanceId, isEditing }) => (
    <WithServer serverId={server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
      {(server) => <Figure key={`${server.id} ${name} ${hours}`} {...{ server, name, hours, isEditing }} />}
    </WithServer>
  ),
})
