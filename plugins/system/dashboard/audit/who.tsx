import { useT } from '@svc/dashboard-sdk'
import type { AuditLogEntry } from '@svc/plugin-system/contract'
import { type ReactNode, useCallback } from 'react'

/** What to call somebody who acted: the name of a user, or what the two that are no users stand for. */
export function useWhoText() {
  const t = useT()
  return useCallback(
    (id: string, label: string) => (id === 'system' || id === 'anonymous' ? t(`audit.who.${id}`) : label),
    [t],
  )
}

/** Who acted. Those who are no users look it. */
export function Who({ entry: { user_id, user_label } }: { entry: AuditLogEntry }): ReactNode {
  const text = useWhoText()(user_id, user_label)
  const nobody = user_id === 'system' || user_id === 'anonymous'
  return <span className={nobody ? 'text-muted italic' : 'break-words font-medium'}>{text}</span>
}
