import { type ServerState, ServerStateDot, serverStates, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

const barColors: Record<ServerState, string> = {
  healthy: 'bg-ok',
  pending: 'bg-[repeating-linear-gradient(115deg,var(--accent)_0_3px,transparent_3px_6px)]',
  warning: 'bg-warn',
  critical: 'bg-danger',
  offline:
    'bg-[repeating-linear-gradient(115deg,var(--danger)_0_3px,color-mix(in_oklab,var(--danger)_50%,transparent)_3px_6px)]',
}
/** in the bar, healthy ones first */
const inBar = ['healthy', 'pending', 'warning', 'critical', 'offline'] as const

/** A bar with the share of each state, and buttons that filter by the states that need attention. */
export function FleetStates(props: {
  states: Readonly<Record<ServerState, number>>
  total: number
  onState: (state: ServerState) => void
}): ReactNode {
  const { states, total, onState } = props
  const t = useT()
  const format = useFormat()
  const others = serverStates.filter((state) => state !== 'healthy' && states[state] > 0)
  return (
    <div className="mt-auto pt-1.5">
      <div className="flex h-1.5 gap-px overflow-hidden rounded-full bg-line" aria-hidden>
        {inBar
          .filter((state) => states[state] > 0)
          .map((state) => (
            <div key={state} className={barColors[state]} style={{ width: `${(100 * states[state]) / total}%` }} />
          ))}
      </div>
      <p className="-mx-1 mt-0.5 -mb-1 flex min-h-6 flex-wrap gap-x-3 p-1 text-xs">
        {others.length === 0 && <span className="text-faint">{total > 0 ? t('fleet.calm') : ''}</span>}
        {others.map((state) => (
          <button
            key={state}
            type="button"
            data-tip={t(`sdk:serverState.${state}`)}
            onClick={() => onState(state)}
            className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-xs text-muted hover:text-ink"
          >
            <ServerStateDot state={state} hideLabel />
            <span aria-hidden>
              {t(`fleet.states.${state}`, { count: states[state], number: format.number(states[state]) })}
            </span>
            <span className="sr-only">{format.number(states[state])}</span>
          </button>
        ))}
      </p>
    </div>
  )
}
