import { Badge, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** Shown with an alert that no one was notified of; names what silenced it, if known. */
export function SilencedBadge(props: {
  alert: { readonly suppressed: boolean; readonly silenced_by: string | null }
  className?: string
}): ReactNode {
  const { alert, className } = props
  const t = useT()
  if (!alert.suppressed) return null
  const { silenced_by } = alert
  return (
    <Badge className={className} hint={t('alert.silencedHint')}>
      <span className="max-w-48 truncate">
        {silenced_by === null ? t('alert.silenced') : t('alert.silencedBy', { name: silenced_by })}
      </span>
    </Badge>
  )
}
