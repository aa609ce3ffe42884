import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import { OfflineNote, type ShownServer, useServerValue } from '@svc/dashboard-sdk/widgets'
import type { ServerStatus } from '@svc/widget-sdk'
import { ArrowDownRight, ArrowUpRight, MoveRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CardMetricSpec } from './card-metrics.ts'
import { changeOf } from './day.ts'

interface Props extends ShownServer {
  readonly spec: CardMetricSpec
  /** mean of the last hour */
  readonly hour: number | undefined
}

/** The current value, its parts, and its change from the last hour. Offline servers show when they were last seen. */
export function CurrentValue({ id, isOnline, isKnown, spec, hour }: Props): ReactNode {
  const format = useFormat()
  const live = useServerValue(id, spec.now)
  const value = isKnown ? live : undefined
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <p
          className={cn(
            'figures font-semibold text-3xl leading-9 tracking-tight @min-[24rem]:text-4xl @min-[24rem]:leading-12',
            !isOnline && 'text-faint',
          )}
        >
          {value === undefined ? '–' : format.value(value, spec.unit)}
        </p>
        {isOnline && spec.parts && <Parts id={id} parts={spec.parts} unit={spec.unit} />}
      </div>
      {!isOnline ? (
        <OfflineNote serverId={id} />
      ) : (
        hour !== undefined &&
        value !== undefined && <Change now={value} hour={hour} isPercent={spec.unit === 'percent'} />
      )}
    </>
  )
}

function Parts({
  id,
  parts,
  unit,
}: {
  id: string
  parts: NonNullable<CardMetricSpec['parts']>
  unit: CardMetricSpec['unit']
}) {
  return (
    <p className="figures flex flex-wrap gap-x-3 text-muted text-xs @max-[13rem]:hidden">
      {Object.entries(parts).map(([part, of]) => (
        <Part key={part} id={id} part={part} of={of} unit={unit} />
      ))}
    </p>
  )
}

function Part(props: { id: string; part: string; of: (server: ServerStatus) => number; unit: CardMetricSpec['unit'] }) {
  const { id, part, of, unit } = props
  const t = useT()
  const format = useFormat()
  const value = useServerValue(id, of) ?? 0
  return (
    <span className="whitespace-nowrap">
      {t(`line.${part}`)} {format.value(value, unit)}
    </span>
  )
}

/** The difference between the current value and the average of the last hour. */
function Change({ now, hour, isPercent }: { now: number; hour: number; isPercent: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const change = changeOf(now, hour, isPercent)
  const Arrow = change > 0 ? ArrowUpRight : change < 0 ? ArrowDownRight : MoveRight
  const size = Math.abs(change)
  const relative = size >= 1000 ? '>1000%' : format.percent(size, 0)
  const text = isPercent ? t('widget.card.points', { value: format.number(size, 1) }) : relative
  const direction = change > 0 ? 'more' : change < 0 ? 'less' : 'same'
  return (
    <p className="flex min-w-0 items-center gap-1 text-muted text-xs">
      <Arrow className="size-3.5 shrink-0" aria-hidden />
      <span className="figures truncate">{t(`widget.card.${direction}`, { change: text })}</span>
    </p>
  )
}
