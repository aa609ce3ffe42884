import { PageLink, useApi, useMe, useT } from '@svc/dashboard-sdk'
import { notificationsPage } from '@svc/plugin-alerts/dashboard/pages'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Channel {
  readonly id: string
  readonly notify_type: string
  readonly enabled: boolean
}
interface Group {
  readonly notification_ids: readonly string[]
}

/** Tells administrators that alerts do not get here, if no notification group has a push channel. */
export function ChannelHint(): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const { data: channels } = useApi<Channel[]>('/api/notifications', { enabled: isAdmin })
  const { data: groups } = useApi<Group[]>('/api/notification-groups', { enabled: isAdmin })
  if (!isAdmin || !channels || !groups) return null
  const push = channels.filter(({ notify_type, enabled }) => notify_type === 'push' && enabled).map(({ id }) => id)
  if (groups.some(({ notification_ids }) => notification_ids.some((id) => push.includes(id)))) return null
  return (
    <div role="note" className="panel flex items-start gap-3 px-5 py-4">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{t('push.noChannelTitle')}</p>
        <p className="text-muted">{t('push.noChannelText')}</p>
      </div>
      <PageLink page={notificationsPage} className="shrink-0 text-accent text-sm">
        {t('push.openChannels')}
      </PageLink>
    </div>
  )
}
