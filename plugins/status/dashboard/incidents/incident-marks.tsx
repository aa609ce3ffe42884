import { Badge, StatusDot, type StatusTone, useT } from '@svc/dashboard-sdk'
import type { IncidentStatus, Severity } from '@svc/plugin-status/contract'
import type { ReactNode } from 'react'

export const statuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export const severities = ['minor', 'major', 'critical'] as const

const tones: Readonly<Record<IncidentStatus, StatusTone>> = {
  investigating: 'danger',
  identified: 'warn',
  monitoring: 'pending',
  resolved: 'on',
}
const severityTones = { minor: 'neutral', major: 'warn', critical: 'danger' } as const

/** How far an incident is. */
export function StatusMark({ status }: { status: IncidentStatus }): ReactNode {
  const t = useT()
  return <StatusDot tone={tones[status]} label={t(`incident.statuses.${status}`)} />
}

export function SeverityBadge({ severity }: { severity: Severity }): ReactNode {
  const t = useT()
  return <Badge tone={severityTones[severity]}>{t(`incident.severities.${severity}`)}</Badge>
}

/** Whether readers of the status page see an entry. */
export function VisibilityBadge({ isPublic }: { isPublic: boolean }): ReactNode {
  const t = useT()
  return <Badge tone={isPublic ? 'accent' : 'neutral'}>{t(isPublic ? 'incident.public' : 'incident.internal')}</Badge>
}
