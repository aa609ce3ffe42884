import { Button, errorText, IconButton, Notice, PageLink, Skeleton, useMe, useT } from '@svc/dashboard-sdk'
import { defineWidget, FeatureUnavailable, useServiceMonitors, z } from '@svc/widget-sdk'
import { HeartPulse, RotateCw, SearchX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { monitorsPage } from '../pages.js'
import { chosenOf } from './chosen.js'
import { StatusList } from './status-list.js'

/** More ids than this do not fit into what a board keeps of a widget. */
const most = 400

function ServiceStatus({ chosen, isEditing }: { chosen: readonly string[]; isEditing: boolean }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const { data, error, refetch } = useServiceMonitors()
  if (error instanceof FeatureUnavailable) throw error
  if (!data) {
    if (!error) return <Skeleton className="h-full min-h-10 w-full" />
    return (
      <Notice
        icon={TriangleAlert}
        tone="danger"
        title={t('sdk:state.failed')}
        detail={errorText(error, t)}
        actions={
          <Button size="sm" onClick={refetch}>
            {t('sdk:action.retry')}
          </Button>
        }
      />
    )
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
      {error && (
        <p role="alert" className="flex items-center gap-1.5 text-warn text-xs">
          <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
          <span className="truncate">{t('stale', { reason: errorText(error, t) })}</span>
          <IconButton label={t('sdk:action.retry')} size="sm" onClick={refetch}>
            <RotateCw aria-hidden />
          </IconButton>
        </p>
      )}
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
