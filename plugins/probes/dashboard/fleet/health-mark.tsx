import { Badge, cn, StatusDot, type StatusTone, useFormat, useT } from '@svc/dashboard-sdk'
import type { TargetSummary } from '@svc/plugin-probes/contract'
import { TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { targetName } from '../targets/target-names.ts'
import type { Health } from './health.ts'

const tones: Record<Health, ComponentProps<typeof Badge>['tone']> = {
  severe: 'danger',
  warning: 'warn',
  offline: 'neutral',
  none: 'neutral',
  healthy: 'ok',
}

/** Status dot by health. */
export const shapes: Record<Health, StatusTone> = {
  severe: 'danger',
  warning: 'warn',
  offline: 'off',
  none: 'pending',
  healthy: 'on',
}

/** The health of a server by shape, text and color. */
export function HealthMark({ health }: { health: Health }): ReactNode {
  const t = useT()
  return (
    <Badge tone={tones[health]} className="gap-1.5 [&_svg]:size-2">
      <StatusDot tone={shapes[health]} label="" hideLabel className="gap-0" />
      {t(`health.${health}`)}
    </Badge>
  )
}

/** The target that determines the health of a server, with its newest round. */
export function WorstTarget({ target, className }: { target: TargetSummary; className?: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { last_latency: latency, last_loss: loss } = target
  const latencyText = latency === null ? t('network.unreachable') : format.ms(latency)
  const lossText = loss !== null && loss > 0 && loss < 1 && t('network.lost', { share: format.percent(loss * 100, 0) })
  const name = targetName(t, { id: target.target_id, name: target.target_name })
  return (
    <p className={cn('flex min-w-0 items-center gap-1.5 text-xs', className)}>
      <TriangleAlert className="size-3.5 shrink-0 text-warn" aria-hidden />
      <span className="sr-only">{t('network.worst')}</span>
      <span className="min-w-0 truncate" data-tip={name}>
        {name}
      </span>
      <span className="figures shrink-0 text-muted">{[latencyText, lossText].filter(Boolean).join(' · ')}</span>
    </p>
  )
}
