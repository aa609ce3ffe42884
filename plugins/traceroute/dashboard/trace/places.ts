import type { HopPlace } from '../pages.ts'
import type { HopReading } from './reading.ts'

/** Where the hops of a trace are, in their order; successive ones in one place together. */
export function placesOf(readings: readonly HopReading[]): HopPlace[] {
  const places: HopPlace[] = []
  for (const { hop, hosts } of readings) {
    const [host] = hosts.filter(({ country }) => country !== null)
    if (!host?.country) continue
    const { country, latitude, longitude } = host
    const title = host.hostname ?? host.ip
    const last = places.at(-1)
    const isSame = last?.country === country && last.latitude === latitude && last.longitude === longitude
    if (last && isSame)
      places[places.length - 1] = { ...last, label: `${last.label}, ${hop.hop}`, title: `${last.title}, ${title}` }
    else places.push({ label: String(hop.hop), title, country, latitude, longitude })
  }
  return places
}
