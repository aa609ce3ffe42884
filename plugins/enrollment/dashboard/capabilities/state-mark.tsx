import { Badge, Countdown, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import { Check, Clock, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CapabilityState } from './capability-state.ts'

/** A check, a dash, or an amber countdown; each with its word for who does not see it. */
export function StateMark({ state, last = false }: { state: CapabilityState; last?: boolean }): ReactNode {
  const t = useT()
  if (state.kind === 'temporary') return <TemporaryMark state={state} />
  const Icon = state.kind === 'on' ? Check : Minus
  const tone = state.kind === 'off' ? 'text-faint/70' : last ? 'text-faint' : 'text-ok'
  return (
    <span className={`inline-grid place-items-center align-middle ${tone}`}>
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
    <Badge
      tone="warn"
      className="align-middle [&_svg]:shrink-0"
      title={[until, granted_by, reason].filter(Boolean).join(' · ')}
    >
      <Clock aria-hidden />
      <span className="sr-only">{`${t('capability.temporary')}, ${until}, `}</span>
      <Left until={expires_at * 1000} />
    </Badge>
  )
}

/** To the second in the last hour; before that whole hours or days, as a column has no room for more. */
function Left({ until }: { until: number }) {
  const format = useFormat()
  const left = (until - useNow()) / 1000
  if (left < 3600) return <Countdown until={until} />
  const unit = left < 86_400 ? 3600 : 86_400
  return (
    <time dateTime={new Date(until).toISOString()} className="figures">
      {format.duration(Math.floor(left / unit) * unit)}
    </time>
  )
}
