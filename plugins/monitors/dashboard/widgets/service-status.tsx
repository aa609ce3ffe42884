import { Button, Notice, PageLink, Skeleton, useMe, useT } from '@svc/dashboard-sdk'
import { QueryError, StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import { defineWidget, FeatureUnavailable, useServiceMonitors, z } from '@svc/widget-sdk'
import { HeartPulse, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { monitorsPage } from '../pages.ts'
import { useNews } from '../use-news.ts'
import { chosenOf } from './chosen.ts'
import { StatusList } from './status-list.tsx'

/** More ids than this do not fit into what a board keeps of a widget. */
const most = 400

function ServiceStatus({ chosen, isEditing }: { chosen: readonly string[]; isEditing: boolean }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const { data, error, refetch } = useServiceMonitors()
  useNews(refetch)
  if (error instanceof FeatureUnavailable) throw error
  if (!data) {
    if (!error) return <Skeleton className="h-full min-h-10 w-full" />
    return <QueryError failure={error} onRetry={refetch} />
  }
  const { shown, gone } = chosenOf(data, chosen)
  if (shown.length === 0) {
    const isGone = chosen.length > 0
    return (
      <Notice
        icon={isGone ? SearchX : HeartPulse}
        title={t(isGone ? 'widget.allGone' : 'widget.none')}
        detail={t(isAdmin ? (isGone ? 'widget.allGoneHint' : 'widget.noneHint') : 'widget.noneMember')}
        actions={
          !isGone &&
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
      {error && <StaleQueryNote failure={error} onRetry={refetch} />}
      <StatusList monitors={shown} isEditing={isEditing} />
      {gone > 0 && <p className="mt-2 text-faint text-xs">{t('widget.gone', { count: gone })}</p>}
    </div>
  )
}

/** How the watched services stand. */
export default defineWidget({
  configSchema: z.object({ monitor_ids: z.array(z.monitorId()).max(most).default([]).describe('widget.monitors') }),
  component: ({ config, isEditing }) => <ServiceStatus chosen={config.monitor_ids} isEditing={isEditing} />,
})
