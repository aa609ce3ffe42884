import { Button, Notice, PageLink, Skeleton, useMe, useT } from '@svc/dashboard-sdk'
import { QueryError, StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import { defineWidget, FeatureUnavailable, type ServiceMonitor, useServiceMonitors, z } from '@svc/widget-sdk'
import { HeartPulse, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { monitorsPage } from '../pages.ts'
import { monitorStates, stateOf } from '../state/monitor-state.ts'
import { useMonitorChanges } from '../use-monitor-changes.ts'
import { StatusList } from './status-list.tsx'

const severity = (monitor: ServiceMonitor) => monitorStates.indexOf(stateOf(monitor))

/** The selected monitors, worst first; without a selection all of them. Counts selected ones that no longer exist. */
export function selectMonitors(monitors: readonly ServiceMonitor[], ids: readonly string[]) {
  const selectedIds = new Set(ids)
  const existing = ids.length === 0 ? monitors : monitors.filter(({ id }) => selectedIds.has(id))
  const selected = existing.toSorted((a, b) => severity(a) - severity(b) || a.name.localeCompare(b.name))
  return { selected, missing: ids.length === 0 ? 0 : selectedIds.size - existing.length }
}

/** Limited by the size of a stored widget configuration. */
const maxMonitors = 400

function ServiceStatus({ selectedIds, isEditing }: { selectedIds: readonly string[]; isEditing: boolean }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const { data, error, refetch } = useServiceMonitors()
  useMonitorChanges(refetch)
  if (error instanceof FeatureUnavailable) throw error
  if (!data) {
    if (!error) return <Skeleton className="h-full min-h-10 w-full" />
    return <QueryError error={error} onRetry={refetch} />
  }
  const { selected, missing } = selectMonitors(data, selectedIds)
  if (selected.length === 0) {
    const allDeleted = selectedIds.length > 0
    return (
      <Notice
        icon={allDeleted ? SearchX : HeartPulse}
        title={t(allDeleted ? 'widget.allGone' : 'widget.none')}
        detail={t(isAdmin ? (allDeleted ? 'widget.allGoneHint' : 'widget.noneHint') : 'widget.noneMember')}
        actions={
          !allDeleted &&
          !isEditing && (
            <Button size="sm" asChild>
              <PageLink page={monitorsPage}>{t('widget.toMonitors')}</PageLink>
            </Button>
          )
        }
      />
    )
  }
  return (
    <div className="@container">
      {error && <StaleQueryNote error={error} onRetry={refetch} />}
      <StatusList monitors={selected} isEditing={isEditing} />
      {missing > 0 && <p className="mt-2 text-faint text-xs">{t('widget.gone', { count: missing })}</p>}
    </div>
  )
}

/** State of the selected monitors. */
export default defineWidget({
  configSchema: z.object({
    monitor_ids: z.array(z.monitorId()).max(maxMonitors).default([]).describe('widget.monitors'),
  }),
  component: ({ config, isEditing }) => <ServiceStatus selectedIds={config.monitor_ids} isEditing={isEditing} />,
})
