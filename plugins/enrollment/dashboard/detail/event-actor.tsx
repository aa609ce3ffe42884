import { useApi, useMe, useT } from '@svc/dashboard-sdk'
import type { AuthorityEvent } from '@svc/plugin-enrollment/contract'
import type { ReactNode } from 'react'

/** Who brought a change about. Accounts are named to admins, as long as they exist. */
export function EventActor({ event }: { event: AuthorityEvent }): ReactNode {
  const t = useT()
  const { userId: id, username, isAdmin } = useMe()
  const { actor_kind: kind, actor_id: actor, request_source: source } = event
  const foreign = kind === 'user' && actor !== null && actor !== id && isAdmin
  const { data } = useApi<{ username: string }>(`/api/users/${encodeURIComponent(actor ?? '')}`, {
    enabled: foreign,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (source.startsWith('command:')) return t('history.actor.command')
  if (kind !== 'user') return t(`history.actor.${kind}`)
  return (actor === id ? username : data?.username) ?? t('history.actor.user')
}
