import type { ServerStatus } from '@svc/widget-sdk'

/** What the map shows of a server. */
export interface MapServer {
  readonly id: string
  readonly name: string
  /** `pending`: no agent has ever connected */
  readonly state: 'online' | 'offline' | 'pending'
  /** ISO 3166-1 alpha-2 */
  readonly country: string | null
  readonly region: string | null
}

const mapServerOf = (server: ServerStatus): MapServer => ({
  id: server.id,
  name: server.name,
  state: server.online ? 'online' : server.agent_authority.status === 'claimed' ? 'offline' : 'pending',
  country: server.country_code?.toUpperCase() ?? null,
  region: server.region,
})

const isSame = (a: MapServer, b: MapServer) =>
  a.id === b.id && a.name === b.name && a.state === b.state && a.country === b.country && a.region === b.region

/**
 * Takes what the map needs of the live servers: the same list until something of it changes, which their figures are not.
 * Of all servers, or of the chosen ones.
 */
export function makeMapServers(chosen: readonly string[]): (all: readonly ServerStatus[]) => readonly MapServer[] {
  const wanted = new Set(chosen)
  let from: readonly ServerStatus[] = []
  let last: readonly MapServer[] = []
  return (all) => {
    const servers = wanted.size === 0 ? all : all.filter(({ id }) => wanted.has(id))
    if (servers === from) return last
    const next = servers.map((server, index) => {
      const before = last[index]
      if (before && server === from[index]) return before
      const now = mapServerOf(server)
      return before && isSame(now, before) ? before : now
    })
    from = servers
    if (next.length !== last.length || next.some((server, index) => server !== last[index])) last = next
    return last
  }
}
