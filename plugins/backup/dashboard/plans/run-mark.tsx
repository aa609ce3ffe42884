import { StatusDot, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Plan } from '../../src/plans/plan-schema.ts'

/** How the last backup of a plan ended, or that one is made now. */
export function PlanMark({ plan: { enabled, is_running, last_run } }: { plan: Plan }): ReactNode {
  const t = useT()
  if (is_running) return <StatusDot tone="pending" label={t('run.running')} />
  if (last_run?.state === 'failed') return <StatusDot tone="danger" label={t('run.failed')} />
  if (!enabled) return <StatusDot tone="off" label={t('run.disabled')} />
  if (!last_run) return <StatusDot tone="off" label={t('run.none')} />
  return last_run.error_text === null ? (
    <StatusDot tone="on" label={t('run.succeeded')} />
  ) : (
    <StatusDot tone="warn" label={t('run.notCleaned')} />
  )
}
