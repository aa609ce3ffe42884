import { useT } from '@svc/dashboard-sdk'
import { type ShownServer, useServerValue, WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, type ServerStatus, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { useStaggeredHistoryQuery } from '../history-query.ts'
import { WidgetHeader } from './history/history-chart.tsx'
import { useWidgetHistory } from './history/use-widget-history.ts'
import { type CardMetric, type CardMetricSpec, cardMetricSpecs, cardMetrics } from './metric-card/card-metrics.ts'
import { CurrentValue } from './metric-card/current-value.tsx'
import { summarizeDay } from './metric-card/day.ts'
import { DayTrend } from './metric-card/day-trend.tsx'

/** One metric of a server with its last 24 hours. */
export default defineWidget({
  configSchema: z.object({
    server_id: z.serverId().optional().describe('widget.label.server'),
    metric: z.enum(cardMetrics).default('cpu').describe('widget.label.metric'),
    label: z.string().max(60).optional().describe('widget.label.text'),
  }),
  component: ({ config: { server_id, metric, label }, instanceId, isEditing }) => (
    <WithServer serverId={server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
      {(server) => (
        // remount so that data of another server or metric is never shown
        <Card key={`${server.id} ${metric}`} metric={metric} label={label} isEditing={isEditing} {...server} />
      )}
    </WithServer>
  ),
})

const last24h = { name: '24h', seconds: 86_400 }
const nameOf = ({ name }: ServerStatus) => name
const nothing = () => 0

interface Props extends ShownServer {
  readonly metric: CardMetric
  readonly label: string | undefined
  readonly isEditing: boolean
}

/** A live metric of a server and its last 24 hours. Reports only re-render `CurrentValue` and `DayTrend`. */
export function Card({ metric, label, isEditing, ...server }: Props): ReactNode {
  const { id, isOnline } = server
  const spec: CardMetricSpec = cardMetricSpecs[metric]
  const t = useT()
  const name = useServerValue(id, nameOf) ?? ''
  const total = useServerValue(id, spec.total ?? nothing) ?? 0
  const { stored, error, retry } = useWidgetHistory(id, {
    columns: spec.columns,
    query: useStaggeredHistoryQuery(last24h),
    gaps: false,
  })
  const day = useMemo(
    () => stored && summarizeDay(stored.frame.times, spec.past(stored.frame, total), stored.span),
    [stored, spec, total],
  )
  const Icon = spec.icon
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHeader
        icon={<Icon className="size-4 text-faint" aria-hidden />}
        title={label || t(`widget.label.metric.${metric}`)}
        server={{ id, name, range: '24h' }}
        isEditing={isEditing}
      />
      <CurrentValue spec={spec} hour={day?.hour} {...server} />
      <DayTrend
        spec={spec}
        day={day}
        isLoaded={stored !== undefined}
        liveId={isOnline ? id : undefined}
        error={error}
        onRetry={retry}
      />
    </div>
  )
}
