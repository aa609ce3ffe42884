/** How a service stands, worst first; `failing` is within what is tolerated. */
export const monitorStates = ['down', 'failing', 'pending', 'up', 'paused'] as const
export type MonitorState = (typeof monitorStates)[number]

/** What the state follows from; the API tells the same of a monitor and a widget. */
export interface Standing {
  readonly enabled: boolean
  readonly last_status: boolean | null
  readonly outage: { readonly since: string; readonly announced: boolean } | null
  readonly consecutive_failures: number
  readonly retry_count: number
}

export function stateOf(monitor: Standing): MonitorState {
  if (!monitor.enabled) return 'paused'
  if (monitor.last_status === null) return 'pending'
  if (monitor.last_status) return 'up'
  return monitor.outage?.announced || monitor.consecutive_failures > monitor.retry_count ? 'down' : 'failing'
}
