import type { ServerAddresses } from '@svc/plugin-enrollment/contract'
import ipaddr from 'ipaddr.js'

/** Ranges without a location. */
const nonPublicRanges = new Set([
  'private',
  'uniqueLocal',
  'carrierGradeNat',
  'loopback',
  'linkLocal',
  'unspecified',
  'broadcast',
  'multicast',
])

/** The public addresses of a server, best first. IPv4-mapped IPv6 addresses are converted to IPv4. */
export function publicAddresses({ ipv4, ipv6, remote }: ServerAddresses): string[] {
  return [ipv4, ipv6, remote].flatMap((text) => {
    if (text === null || !ipaddr.isValid(text)) return []
    const address = ipaddr.process(text)
    return nonPublicRanges.has(address.range()) ? [] : [address.toString()]
  })
}
