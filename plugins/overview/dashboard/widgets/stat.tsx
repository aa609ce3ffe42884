import { cn, countStates, PageLink, Skeleton, Sparkline, useFormat, useLive, useT } from '@svc/dashboard-sdk'
import { useThrottledServers } from '@svc/dashboard-sdk/widgets'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'
import { HeartPulse, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  readonly icon: LucideIcon
  readonly label: string
  /** undefined if unknown */
  readonly value: string | undefined
  /** shown smaller after the value */
  readonly unit?: string
  readonly mark?: ReactNode
  /** short explanation, hidden if there is no room */
  readonly note?: ReactNode
  /** whether it links to the servers that need attention */
  readonly linked?: boolean
  readonly trend?: { readonly values: readonly (number | null)[]; readonly max?: number; readonly color: number }
}

/** A value with its label. The label is hidden if the widget has a title. */
export function Stat({ icon: Icon, label, value, unit, mark, note, linked = false, trend }: Props): ReactNode {
  const t = useT()
  const { loaded, status } = useLive()
  const isWaiting = !loaded && status !== 'lost'
  return (
    <div className="@container-[size] relative flex h-full min-h-6 items-center gap-3" aria-busy={isWaiting}>
      <div className={cn('min-w-0', trend ? 'shrink-0' : 'flex-1')}>
        <p className="caption flex items-center gap-1.5 [@container(max-height:2.5rem)]:sr-only">
          <Icon className="size-3.5 shrink-0" aria-hidden />
          <span className="truncate">{label}</span>
        </p>
        {isWaiting ? (
          <Skeleton className="mt-1 h-6 w-20" />
        ) : (
          <p className="-m-1 flex h-9 flex-wrap items-baseline gap-x-1.5 gap-y-2 overflow-hidden whitespace-nowrap p-1 leading-7">
            <span className={cn('figures font-semibold text-xl tracking-tight', value === undefined && 'text-faint')}>
              {linked ? (
                <PageLink
                  page={serversPage}
                  search={{ status: 'attention', sort: 'state' }}
                  className="after:absolute after:inset-0"
                >
                  {value}
                </PageLink>
              ) : (
                (value ?? '–')
              )}
            </span>
            {unit && value !== undefined && <span className="figures text-muted text-sm">{unit}</span>}
            {mark}
            <span className={cn('text-faint text-xs', trend && value !== undefined && '@max-[16rem]:hidden')}>
              {value === undefined ? t(loaded ? 'widget.fleet.none' : 'widget.fleet.unreachable') : note}
            </span>
          </p>
        )}
      </div>
      {trend && value !== undefined && (
        <Sparkline
          values={trend.values}
          color={trend.color}
          {...(trend.max === undefined ? {} : { max: trend.max })}
          className="ml-auto h-8 w-auto min-w-0 max-w-40 flex-1 @max-[9.5rem]:hidden"
        />
      )}
    </div>
  )
}

/** How many servers are healthy. */
export function HealthStat({ isEditing }: { isEditing: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { healthy, offline, critical, warning } = countStates(useThrottledServers())
  const problems = offline + critical + warning
  const isCritical = offline + critical > 0
  const Mark = isCritical ? OctagonAlert : TriangleAlert
  const note = t('widget.fleet.problems', { count: problems })
  return (
    <Stat
      icon={HeartPulse}
      label={t('widget.stat-number.metric.health')}
      value={healthy + problems > 0 ? format.number(healthy) : undefined}
      unit={`/ ${format.number(healthy + problems)}`}
      mark={
        problems > 0 && (
          <Mark className={cn('size-4 self-center', isCritical ? 'text-danger' : 'text-warn')} aria-hidden />
        )
      }
      note={
        problems > 0 ? (
          <span className={isCritical ? 'text-danger' : 'text-warn'}>{note}</span>
        ) : (
          <span className="text-ok">{t('widget.fleet.well')}</span>
        )
      }
      linked={!isEditing && problems > 0}
    />
  )
}
