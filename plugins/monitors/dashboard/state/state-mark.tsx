import { StatusDot, type StatusTone, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type MonitorState, type MonitorStatus, stateOf } from './monitor-state.ts'

export const tones: Readonly<Record<MonitorState, StatusTone>> = {
  down: 'danger',
  failing: 'warn',
  pending: 'pending',
  up: 'on',
  paused: 'off',
}

/** State of a monitor, with the duration of an outage or the tolerated failures. */
export function StateMark({ monitor }: { monitor: MonitorStatus }): ReactNode {
  const t = useT()
  const format = useFormat()
  const now = useNow(10_000)
  const state = stateOf(monitor)
  const { outage, consecutive_failures: failures, retry_count: tolerated } = monitor
  return (
    <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <StatusDot tone={tones[state]} label={t(`state.${state}`)} />
      {state === 'down' && outage && (
        <time
          dateTime={outage.since}
          data-tip={format.dateTime(outage.since)}
          className="whitespace-nowrap text-muted text-xs"
        >
          {t('state.for', { span: format.duration((now - Date.parse(outage.since)) / 1000) })}
        </time>
      )}
      {state === 'failing' && (
        <span className="whitespace-nowrap text-muted text-xs">{t('state.tolerated', { failures, tolerated })}</span>
      )}
    </span>
  )
}
