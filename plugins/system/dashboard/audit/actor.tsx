import { useT } from '@svc/dashboard-sdk'
import type { AuditLogEntry } from '@svc/plugin-system/contract'
import { type ReactNode, useCallback } from 'react'

/** Name of an actor: a user, the system, or someone who is not signed in. */
export function useActorText() {
  const t = useT()
  return useCallback(
    (id: string, label: string) => (id === 'system' || id === 'anonymous' ? t(`audit.who.${id}`) : label),
    [t],
  )
}

/** The actor of an entry. Actors that are not users are italic. */
export function Actor({ entry: { user_id, user_label } }: { entry: AuditLogEntry }): ReactNode {
  const text = useActorText()(user_id, user_label)
  const isNoUser = user_id === 'system' || user_id === 'anonymous'
  return <span className={isNoUser ? 'text-muted italic' : 'break-words font-medium'}>{text}</span>
}
