import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Cause } from './plan-groups.ts'

/** What a server has in common with others: the first of these kinds that it has. */
export function placeOf(
  servers: Pick<Servers, 'placement'>,
  serverId: string,
  kinds: readonly string[],
): Cause | undefined {
  const place = servers.placement(serverId)
  for (const kind of kinds) {
    if (kind === 'server_group' && place?.group)
      return { key: `server_group:${place.group.id}`, name: place.group.name }
    if (kind !== 'location' || !place?.countryCode) continue
    const { countryCode, region } = place
    return { key: `location:${countryCode}:${region ?? ''}`, name: region ? `${region}, ${countryCode}` : countryCode }
  }
  return undefined
}
