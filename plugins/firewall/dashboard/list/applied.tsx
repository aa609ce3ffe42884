import { StatusDot, useFormat, useT } from '@svc/dashboard-sdk'
import type { FirewallBlock, ServerState } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'
import { reasonText } from './reason-text.ts'

const tones = { present: 'on', absent: 'off', failed: 'danger', waiting: 'warn' } as const

/** On how many servers a block is active, rejected or pending. */
export function Applied({ applied }: Pick<FirewallBlock, 'applied'>): ReactNode {
  const t = useT()
  const format = useFormat()
  const { present, failed, waiting } = applied
  const parts = [
    { tone: 'on', text: 'applied.active', count: present },
    { tone: 'danger', text: 'applied.failed', count: failed },
    { tone: 'warn', text: 'applied.waiting', count: waiting },
  ] as const
  const shown = parts.filter(({ count }) => count > 0)
  if (shown.length === 0) return <StatusDot tone="off" label={t('applied.none')} />
  return (
    <ul className="flex flex-col gap-0.5">
      {shown.map(({ tone, text, count }) => (
        <li key={text}>
          <StatusDot tone={tone} label={t(text, { count, number: format.number(count) })} />
        </li>
      ))}
    </ul>
  )
}

/** The state of a block on one server, with the reason that its agent gives. */
export function OnServer({ state }: { state: ServerState | null }): ReactNode {
  const t = useT()
  const name = state?.state ?? 'waiting'
  return (
    <div className="min-w-0">
      <StatusDot tone={tones[name]} label={t(`state.${name}`)} />
      {state?.reason && (
        <p className="wrap-anywhere mt-0.5 ml-4.5 max-w-xs text-muted text-xs">{reasonText(state.reason, t)}</p>
      )}
    </div>
  )
}
