import type { MapServer } from './map-server.ts'
import { countryAt, type Point } from './world.ts'

/** A country and its servers. */
export interface Place {
  /** ISO 3166-1 alpha-2 */
  readonly code: string
  readonly point: Point
  /** ISO 3166-1 numeric code, the key of its outline */
  readonly number: number | undefined
  readonly servers: readonly MapServer[]
}

/** Countries with servers, sorted by server count, and the servers that are not on the map. */
export function placesOf(servers: readonly MapServer[]): {
  readonly places: readonly Place[]
  readonly unlocated: readonly MapServer[]
} {
  const byCode = new Map<string, MapServer[]>()
  const unlocated: MapServer[] = []
  for (const server of servers) {
    const { country: code } = server
    if (code === null || !countryAt(code)) unlocated.push(server)
    else byCode.set(code, [...(byCode.get(code) ?? []), server])
  }
  const places = [...byCode].flatMap(([code, serversOfCountry]): Place[] => {
    const country = countryAt(code)
    return country ? [{ code, ...country, servers: serversOfCountry }] : []
  })
  places.sort((a, b) => b.servers.length - a.servers.length || a.code.localeCompare(b.code, 'en'))
  return { places, unlocated }
}

/** Server counts by status, and the resulting color. */
export interface StatusSummary {
  readonly total: number
  readonly offline: number
  /** online, but not healthy */
  readonly unhealthy: number
  readonly pending: number
  readonly tone: 'well' | 'warning' | 'mixed' | 'down' | 'waiting'
}

export function summarizeStatus(servers: readonly MapServer[]): StatusSummary {
  const count = (state: MapServer['state']) => servers.filter((server) => server.state === state).length
  const [offline, critical, warning, pending] = [
    count('offline'),
    count('critical'),
    count('warning'),
    count('pending'),
  ]
  const online = servers.length - offline - pending
  const unhealthy = critical + warning
  const whileOnline = offline + critical > 0 ? 'mixed' : warning > 0 ? 'warning' : 'well'
  const tone = online > 0 ? whileOnline : offline > 0 ? 'down' : 'waiting'
  return { total: servers.length, offline, unhealthy, pending, tone }
}
