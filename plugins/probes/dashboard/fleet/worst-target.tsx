import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import type { TargetSummary } from '@svc/plugin-probes/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { targetName } from '../targets/target-names.ts'

/** On a line: the target that decides how a server stands, and what its newest round was like. */
export function WorstTarget({ target, className }: { target: TargetSummary; className?: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { last_latency: latency, last_loss: loss } = target
  const said = latency === null ? t('network.unreachable') : format.ms(latency)
  const lost = loss !== null && loss > 0 && loss < 1 && t('network.lost', { share: format.percent(loss * 100, 0) })
  const name = targetName(t, { id: target.target_id, name: target.target_name })
  return (
    <p className={cn('flex min-w-0 items-center gap-1.5 text-xs', className)}>
      <TriangleAlert className="size-3.5 shrink-0 text-warn" aria-hidden />
      <span className="sr-only">{t('network.worst')}</span>
      <span className="min-w-0 truncate" title={name}>
        {name}
      </span>
      <span className="figures shrink-0 text-muted">{[said, lost].filter(Boolean).join(' · ')}</span>
    </p>
  )
}
