import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import { useThrottledServers } from '@svc/dashboard-sdk/widgets'
import type { OverviewRow } from '@svc/plugin-metrics/contract'
import { useApiQuery } from '@svc/widget-sdk'
import { HeartPulse, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isPending } from '../../overview/severity-order.ts'
import { useAssessed } from '../../overview/use-assessed.ts'
import { Stat } from './stat.tsx'

const noRows: readonly OverviewRow[] = []

/** How many servers are well, by the same rules as on the overview. */
export function HealthStat({ isEditing }: { isEditing: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { data, error } = useApiQuery<readonly OverviewRow[]>('/api/overview', { refetchSeconds: 60 })
  const servers = useAssessed(useThrottledServers(), data ?? noRows).filter((each) => !isPending(each))
  const problems = servers.filter(({ level }) => level > 0)
  const isCritical = problems.some(({ level }) => level === 2)
  const Mark = isCritical ? OctagonAlert : TriangleAlert
  const note = t('widget.fleet.problems', { count: problems.length })
  return (
    <Stat
      icon={HeartPulse}
      label={t('widget.stat-number.metric.health')}
      value={servers.length > 0 ? format.number(servers.length - problems.length) : undefined}
      unit={`/ ${format.number(servers.length)}`}
      mark={
        problems.length > 0 && (
          <Mark className={cn('size-4 self-center', isCritical ? 'text-danger' : 'text-warn')} aria-hidden />
        )
      }
      note={
        problems.length > 0 ? (
          <span className={isCritical ? 'text-danger' : 'text-warn'}>{note}</span>
        ) : (
          <span className="text-ok">{t(error && !data ? 'widget.fleet.partly' : 'widget.fleet.well')}</span>
        )
      }
      {...(isEditing || problems.length === 0 ? {} : { leadsTo: 'problems' })}
    />
  )
}
