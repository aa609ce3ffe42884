import { Badge, useT } from '@svc/dashboard-sdk'
import type { SecurityEvent } from '@svc/plugin-security/contract'
import { CircleAlert, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks: Readonly<
  Record<SecurityEvent['severity'], readonly [LucideIcon, 'neutral' | 'accent' | 'warn' | 'danger']>
> = {
  info: [Info, 'neutral'],
  low: [CircleAlert, 'accent'],
  medium: [TriangleAlert, 'warn'],
  high: [TriangleAlert, 'danger'],
  critical: [OctagonAlert, 'danger'],
}

export function SeverityBadge({ severity }: { severity: SecurityEvent['severity'] }): ReactNode {
  const t = useT()
  const [Icon, tone] = looks[severity]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {t(`severity.${severity}`)}
    </Badge>
  )
}
