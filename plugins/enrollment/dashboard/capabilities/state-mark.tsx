import { Badge, Countdown, useFormat, useT } from '@svc/dashboard-sdk'
import { Check, Clock, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CapabilityState } from './capability-state.js'

/** A check, a dash, or an amber countdown; each with its word for who does not see it. */
export function StateMark({ state, last = false }: { state: CapabilityState; last?: boolean }): ReactNode {
  const t = useT()
  if (state.kind === 'temporary') return <TemporaryMark state={state} />
  const Icon = state.kind === 'on' ? Check : Minus
  const tone = state.kind === 'off' ? 'text-faint/70' : last ? 'text-faint' : 'text-ok'
  return (
    <span className={`inline-grid place-items-center ${tone}`}>
      <Icon className="size-4" aria-hidden />
      <span className="sr-only">{t(`capability.${state.kind}`)}</span>
    </span>
  )
}

function TemporaryMark({ state }: { state: CapabilityState & { kind: 'temporary' } }) {
  const t = useT()
  const format = useFormat()
  const { expires_at, granted_by, reason } = state.grant
  const until = t('capability.until', { at: format.dateTime(expires_at * 1000) })
  return (
    <Badge tone="warn" title={[until, granted_by, reason].filter(Boolean).join(' · ')}>
      <Clock aria-hidden />
      <span className="sr-only">{t('capability.temporary')}</span>
      <Countdown until={expires_at * 1000} />
    </Badge>
  )
}
