import { Badge, PageLink, useT } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ServerStatus } from '@svc/protocol'
import type { ReactNode } from 'react'
import { useEvents } from '../queries.ts'

/** How many alerts of a server are active, in the header of its page; nothing while none is. */
export default function AlertBadge({ server }: { server: ServerStatus }): ReactNode {
  const t = useT()
  const { firing = [] } = useEvents(server.id)
  if (firing.length === 0) return null
  return (
    <PageLink
      page={serverPage}
      params={{ id: server.id }}
      search={{ tab: 'alerts' }}
      className="inline-flex rounded-xs"
    >
      <Badge tone="danger">{t('home.alerts', { count: firing.length })}</Badge>
    </PageLink>
  )
}
