import { useServers } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'

const alertsPerServer = (servers: readonly ServerStatus[]): readonly number[] =>
  servers
    .map(({ health }) => health.reasons.filter(({ plugin }) => plugin === 'alerts').length)
    .filter((count) => count > 0)

/** How many alerts are active, and on how many servers, from the health of the live servers. */
export function useActiveAlerts(): { readonly count: number; readonly servers: number } {
  const counts = useServers(alertsPerServer)
  return { count: counts.reduce((sum, count) => sum + count, 0), servers: counts.length }
}
