import { Badge, useT } from '@svc/dashboard-sdk'
import type { FirewallBlock } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'

/** Whether somebody or an alert has blocked it. */
export function OriginBadge({ origin }: Pick<FirewallBlock, 'origin'>): ReactNode {
  const t = useT()
  return <Badge tone={origin === 'auto' ? 'accent' : 'neutral'}>{t(`origin.${origin}`)}</Badge>
}
