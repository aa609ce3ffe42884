import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { useOwnReading } from '../../use-reading.js'
import { Head } from '../history/head.js'
import { useStored } from '../history/use-stored.js'
import type { ShownServer } from '../server/of-server.js'
import { OfflineNote } from '../server/offline-note.js'
import { useFigure } from '../server/use-figure.js'
import { Change } from './change.js'
import { dayOf } from './day.js'
import { type CardFigure, type CardMetric, cardFigures } from './figures.js'
import { Past } from './past.js'

const day = { name: '24h', seconds: 86_400 }
const nameOf = ({ name }: ServerStatus) => name
const nothing = () => 0

interface Props extends ShownServer {
  readonly metric: CardMetric
  readonly label: string | undefined
  readonly isEditing: boolean
}

/** One figure of a server as it is now, and its last 24 hours. */
export function Card({ id, isOnline, isKnown, metric, label, isEditing }: Props): ReactNode {
  const figure: CardFigure = cardFigures[metric]
  const t = useT()
  const format = useFormat()
  const name = useFigure(id, nameOf) ?? ''
  const total = useFigure(id, figure.total ?? nothing) ?? 0
  const live = useFigure(id, figure.now)
  const value = isKnown ? live : undefined
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
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <p
          className={cn(
            'figures font-semibold text-3xl leading-9 tracking-tight @min-[24rem]:text-4xl @min-[24rem]:leading-12',
            !isOnline && 'text-faint',
          )}
        >
          {value === undefined ? '–' : format.value(value, figure.unit)}
        </p>
        {isOnline && figure.parts && <Parts id={id} parts={figure.parts} unit={figure.unit} />}
      </div>
      {!isOnline ? (
        <OfflineNote serverId={id} />
      ) : (
        summed?.hour !== undefined &&
        value !== undefined && <Change now={value} hour={summed.hour} isPercent={figure.unit === 'percent'} />
      )}
      <Past
        figure={figure}
        day={summed}
        isRead={stored !== undefined}
        now={isOnline ? value : undefined}
        failure={failure}
        onRetry={retry}
      />
    </div>
  )
}

function Parts({ id, parts, unit }: { id: string; parts: NonNullable<CardFigure['parts']>; unit: CardFigure['unit'] }) {
  return (
    <p className="figures flex flex-wrap gap-x-3 text-muted text-xs @max-[13rem]:hidden">
      {Object.entries(parts).map(([part, of]) => (
        <Part key={part} id={id} part={part} of={of} unit={unit} />
      ))}
    </p>
  )
}

function Part(props: { id: string; part: string; of: (server: ServerStatus) => number; unit: CardFigure['unit'] }) {
  const { id, part, of, unit } = props
  const t = useT()
  const format = useFormat()
  const value = useFigure(id, of) ?? 0
  return (
    <span className="whitespace-nowrap">
      {t(`line.${part}`)} {format.value(value, unit)}
    </span>
  )
}
