import { useApi, useMe, useT } from '@svc/dashboard-sdk'
import type { AuthorityEvent } from '@svc/plugin-enrollment/contract'
import type { ReactNode } from 'react'

/** Who made a change. Admins see the names of other users, as long as they exist. */
export function EventActor({ event }: { event: AuthorityEvent }): ReactNode {
  const t = useT()
  const { userId: id, username, isAdmin } = useMe()
  const { actor_kind: kind, actor_id: actor, request_source: source } = event
  const isOtherUser = kind === 'user' && actor !== null && actor !== id && isAdmin
  const { data } = useApi<{ username: string }>(`/api/users/${encodeURIComponent(actor ?? '')}`, {
    enabled: isOtherUser,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (source.startsWith('command:')) return t('history.actor.command')
  if (kind !== 'user') return t(`history.actor.${kind}`)
  return (actor === id ? username : data?.username) ?? t('history.actor.user')
}
