import { useT } from '@svc/dashboard-sdk'
import { type ShownServer, useServerValue } from '@svc/dashboard-sdk/widgets'
import type { ServerStatus } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { useOwnReading } from '../../use-history-query.ts'
import { useStored } from '../history/use-widget-history.ts'
import { Head } from '../history/widget-header.tsx'
import { type CardFigure, type CardMetric, cardFigures } from './card-metrics.ts'
import { dayOf } from './day.ts'
import { Now } from './now.tsx'
import { Past } from './past.tsx'

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
  const figure: CardFigure = cardFigures[metric]
  const t = useT()
  const name = useServerValue(id, nameOf) ?? ''
  const total = useServerValue(id, figure.total ?? nothing) ?? 0
  const { stored, failure, retry } = useStored(id, {
    columns: figure.columns,
    reading: useOwnReading(day),
    gaps: false,
  })
  const summed = useMemo(
    () => stored && dayOf(stored.frame.times, figure.past(stored.frame, total), stored.span),
    [stored, figure, total],
  )
  const Icon = figure.icon
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <Head
        icon={<Icon className="size-4 text-faint" aria-hidden />}
        title={label || t(`widget.label.metric.${metric}`)}
        server={{ id, name, range: '24h' }}
        isEditing={isEditing}
      />
      <Now figure={figure} hour={summed?.hour} {...server} />
      <Past
        figure={figure}
        day={summed}
        isRead={stored !== undefined}
        liveId={isOnline ? id : undefined}
        failure={failure}
        onRetry={retry}
      />
    </div>
  )
}
