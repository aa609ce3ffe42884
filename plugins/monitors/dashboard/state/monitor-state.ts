/** Worst first. `failing`: within the tolerated failures. */
export const monitorStates = ['down', 'failing', 'pending', 'up', 'paused'] as const
export type MonitorState = (typeof monitorStates)[number]

/** The fields that determine the state, the same in the API and the widget SDK. */
export interface MonitorStatus {
  readonly enabled: boolean
  readonly last_status: boolean | null
  readonly outage: { readonly since: string; readonly announced: boolean } | null
  readonly consecutive_failures: number
  readonly retry_count: number
}

export function stateOf(monitor: MonitorStatus): MonitorState {
  if (!monitor.enabled) return 'paused'
  if (monitor.last_status === null) return 'pending'
  if (monitor.last_status) return 'up'
  return monitor.outage?.announced || monitor.consecutive_failures > monitor.retry_count ? 'down' : 'failing'
}
