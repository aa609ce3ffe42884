import { countStates, useServers } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'

const inOrder = (servers: readonly ServerStatus[]) => {
  const { offline, critical, warning, healthy, pending } = countStates(servers)
  return [offline, critical, warning, healthy, pending, servers.filter(({ online }) => online).length]
}

/** How many servers are in each state; renders only when a count changes. */
export function useStates() {
  const [offline = 0, critical = 0, warning = 0, healthy = 0, pending = 0, online = 0] = useServers(inOrder)
  return {
    ...{ offline, critical, warning, healthy, pending, online },
    attention: offline + critical + warning,
    total: offline + critical + warning + healthy + pending,
  }
}
