import { Badge, useT } from '@svc/dashboard-sdk'
import type { AlertRule } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'

/** The severity of a rule or an alert. */
export function SeverityBadge({
  severity,
  className,
}: Pick<AlertRule, 'severity'> & { className?: string }): ReactNode {
  const t = useT()
  return (
    <Badge tone={severity === 'critical' ? 'danger' : 'warn'} className={className}>
      {t(`severity.${severity}`)}
    </Badge>
  )
}
