import { Badge, StatusDot, type StatusTone, useT } from '@svc/dashboard-sdk'
import type { ComponentProps, ReactNode } from 'react'
import type { Health } from './health.ts'

const tones: Record<Health, ComponentProps<typeof Badge>['tone']> = {
  severe: 'danger',
  warning: 'warn',
  offline: 'neutral',
  none: 'neutral',
  healthy: 'ok',
}

/** The dot of a health. */
export const shapes: Record<Health, StatusTone> = {
  severe: 'danger',
  warning: 'warn',
  offline: 'off',
  none: 'pending',
  healthy: 'on',
}

/** How the network of a server is, by shape, word and colour. */
export function HealthMark({ health }: { health: Health }): ReactNode {
  const t = useT()
  return (
    <Badge tone={tones[health]} className="gap-1.5 [&_svg]:size-2">
      <StatusDot tone={shapes[health]} label="" hideLabel className="gap-0" />
      {t(`health.${health}`)}
    </Badge>
  )
}
