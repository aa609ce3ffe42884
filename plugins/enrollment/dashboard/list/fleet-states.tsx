import { useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { StateDot } from '../server/state-dot.tsx'
import { type ServerState, serverStates } from './server-state.ts'

const barColors: Record<ServerState, string> = {
  online: 'bg-ok',
  pending: 'bg-[repeating-linear-gradient(115deg,var(--accent)_0_3px,transparent_3px_6px)]',
  offline: 'bg-danger',
}

/** A bar with the share of each state, and buttons that filter by the states that need attention. */
export function FleetStates(props: {
  states: Readonly<Record<ServerState, number>>
  total: number
  onState: (state: ServerState) => void
}): ReactNode {
  const { states, total, onState } = props
  const t = useT()
  const format = useFormat()
  const needAttention = serverStates.filter((state) => state !== 'online' && states[state] > 0)
  return (
    <div className="mt-auto pt-1.5">
      <div className="flex h-1.5 gap-px overflow-hidden rounded-full bg-line" aria-hidden>
        {serverStates
          .filter((state) => states[state] > 0)
          .map((state) => (
            <div key={state} className={barColors[state]} style={{ width: `${(100 * states[state]) / total}%` }} />
          ))}
      </div>
      <p className="mt-1.5 flex h-4 gap-3 overflow-hidden text-xs">
        {needAttention.length === 0 && <span className="text-faint">{total > 0 ? t('fleet.calm') : ''}</span>}
        {needAttention.map((state) => (
          <button
            key={state}
            type="button"
            onClick={() => onState(state)}
            className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-xs text-muted hover:text-ink"
          >
            <StateDot state={state} hideLabel />
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
