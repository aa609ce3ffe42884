import type { AsnDatabase } from './asn-database.ts'
import type { AddressFacts } from './contract.ts'
import type { PlaceDatabase } from './place-database.ts'
import { publicAddresses } from './public-addresses.ts'
import type { Source } from './source.ts'

type Current<D extends PlaceDatabase | AsnDatabase> = Pick<Source<D>, 'current'>

const nothing: AddressFacts = { country: null, latitude: null, longitude: null, asn: null, organization: null }

/** What the databases in use say of an address. */
export function factsOf(address: string, places: Current<PlaceDatabase>, systems: Current<AsnDatabase>): AddressFacts {
  const [known] = publicAddresses({ ipv4: address, ipv6: null, remote: null })
  if (known === undefined) return nothing
  const place = places.current()?.database
  const system = systems.current()?.database.lookup(known)
  const { latitude = null, longitude = null } = place?.coordinates(known) ?? {}
  const country = place?.lookup(known)?.countryCode ?? null
  return { country, latitude, longitude, asn: system?.number ?? null, organization: system?.organization ?? null }
}
