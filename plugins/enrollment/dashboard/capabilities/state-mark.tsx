import { Badge, Countdown, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import { Check, Clock, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CapabilityState } from './capability-state.ts'

/** A check, a dash, or a countdown, with a text for screen readers. */
export function StateMark({ state, isStale = false }: { state: CapabilityState; isStale?: boolean }): ReactNode {
  const t = useT()
  if (state.kind === 'temporary') return <TemporaryMark state={state} />
  const Icon = state.kind === 'on' ? Check : Minus
  const tone = state.kind === 'off' ? 'text-faint/70' : isStale ? 'text-faint' : 'text-ok'
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
      hint={[until, granted_by, reason].filter(Boolean).join(' · ')}
    >
      <Clock aria-hidden />
      <span className="sr-only">{`${t('capability.temporary')}, ${until}, `}</span>
      <TimeLeft until={expires_at * 1000} />
    </Badge>
  )
}

/** In seconds during the last hour, otherwise in whole hours or days, to fit into a column. */
function TimeLeft({ until }: { until: number }) {
  const format = useFormat()
  const secondsLeft = (until - useNow()) / 1000
  if (secondsLeft < 3600) return <Countdown until={until} />
  const unit = secondsLeft < 86_400 ? 3600 : 86_400
  return (
    <time dateTime={new Date(until).toISOString()} className="figures">
      {format.duration(Math.floor(secondsLeft / unit) * unit)}
    </time>
  )
}
