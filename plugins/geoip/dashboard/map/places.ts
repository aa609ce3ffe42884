import type { MapServer } from './map-server.ts'
import { countryAt, type Point } from './world.ts'

/** A country and its servers. */
export interface Place {
  /** ISO 3166-1 alpha-2 */
  readonly code: string
  readonly point: Point
  /** ISO 3166-1 number, by which its outline is found */
  readonly number: number | undefined
  readonly servers: readonly MapServer[]
}

/** The countries that have servers, those with most first, and the servers that are nowhere on the map. */
export function placesOf(servers: readonly MapServer[]): {
  readonly places: readonly Place[]
  readonly nowhere: readonly MapServer[]
} {
  const byCode = new Map<string, MapServer[]>()
  const nowhere: MapServer[] = []
  for (const server of servers) {
    const code = server.country
    const here = code === null || !countryAt(code) ? nowhere : (byCode.get(code) ?? [])
    here.push(server)
    if (code !== null && here !== nowhere) byCode.set(code, here)
  }
  const places = [...byCode].flatMap(([code, here]): Place[] => {
    const country = countryAt(code)
    return country ? [{ code, ...country, servers: here }] : []
  })
  places.sort((a, b) => b.servers.length - a.servers.length || a.code.localeCompare(b.code, 'en'))
  return { places, nowhere }
}

/** How the servers of a place stand, and how many of them. */
export interface Standing {
  readonly total: number
  readonly offline: number
  readonly pending: number
  readonly tone: 'well' | 'mixed' | 'down' | 'waiting'
}

export function standingOf(servers: readonly MapServer[]): Standing {
  const count = (state: MapServer['state']) => servers.filter((server) => server.state === state).length
  const [online, offline, pending] = [count('online'), count('offline'), count('pending')]
  const tone = offline > 0 ? (online > 0 ? 'mixed' : 'down') : online > 0 ? 'well' : 'waiting'
  return { total: servers.length, offline, pending, tone }
}
