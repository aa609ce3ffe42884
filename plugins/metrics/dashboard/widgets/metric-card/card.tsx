import { useT } from '@svc/dashboard-sdk'
import { type ShownServer, useServerValue } from '@svc/dashboard-sdk/widgets'
import type { ServerStatus } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { useStaggeredHistoryQuery } from '../../use-history-query.ts'
import { useWidgetHistory } from '../history/use-widget-history.ts'
import { WidgetHeader } from '../history/widget-header.tsx'
import { type CardMetric, type CardMetricSpec, cardMetricSpecs } from './card-metrics.ts'
import { CurrentValue } from './current-value.tsx'
import { summarizeDay } from './day.ts'
import { DayTrend } from './day-trend.tsx'

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
