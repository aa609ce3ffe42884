import { canonicalAddress } from '@svc/probe-target'
import type { Peer } from './fact.ts'

/** IPv4 in its only usual notation: parsing it again would take half of the time of a flood. */
const isCanonicalIpv4 = (text: string) => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text)

/** The address may be a name where `UseDNS` is on; that is nothing to count by. */
export function toPeer(address: string, port?: string): Peer | undefined {
  const ip = isCanonicalIpv4(address) ? address : canonicalAddress(address)
  if (ip === undefined) return undefined
  const number = Number(port)
  return { ip, port: number > 0 && number <= 65_535 ? number : null }
}
