import { useT } from '@svc/dashboard-sdk'
import { type ShownServer, useServerValue } from '@svc/dashboard-sdk/widgets'
import type { ServerStatus } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { useStaggeredHistoryQuery } from '../../use-history-query.ts'
import { useWidgetHistory } from '../history/use-widget-history.ts'
import { WidgetHeader } from '../history/widget-header.tsx'
import { type CardMetric, type CardMetricSpec, cardMetricSpecs } from './card-metrics.ts'
import { summarizeDay } from './day.ts'
import { CurrentValue } from './now.tsx'
import { DayTrend } from './past.tsx'

const day = { name: '24h', seconds: 86_400 }
const nameOf = ({ name }: ServerStatus) => name
const nothing = () => 0

interface Props extends ShownServer {
  readonly metric: CardMetric
  readonly label: string | undefined
  readonly isEditing: boolean
}

/** One figure of a server as it is now, and its last 24 hours. Reports reach `Now` and `Past` alone. */
export function Card({ metric, label, isEditing, ...server }: Props): ReactNode {
  const { id, isOnline } = server
  const figure: CardMetricSpec = cardMetricSpecs[metric]
  const t = useT()
  const name = useServerValue(id, nameOf) ?? ''
  const total = useServerValue(id, figure.total ?? nothing) ?? 0
  const { stored, error, retry } = useWidgetHistory(id, {
    columns: figure.columns,
    reading: useStaggeredHistoryQuery(day),
    gaps: false,
  })
  const summed = useMemo(
    () => stored && summarizeDay(stored.frame.times, figure.past(stored.frame, total), stored.span),
    [stored, figure, total],
  )
  const Icon = figure.icon
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHeader
        icon={<Icon className="size-4 text-faint" aria-hidden />}
        title={label || t(`widget.label.metric.${metric}`)}
        server={{ id, name, range: '24h' }}
        isEditing={isEditing}
      />
      <CurrentValue figure={figure} hour={summed?.hour} {...server} />
      <DayTrend
        figure={figure}
        day={summed}
        isRead={stored !== undefined}
        liveId={isOnline ? id : undefined}
        error={error}
        onRetry={retry}
      />
    </div>
  )
}
