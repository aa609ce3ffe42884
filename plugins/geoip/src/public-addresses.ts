import type { ServerAddresses } from '@svc/plugin-enrollment/contract'
import ipaddr from 'ipaddr.js'

/** Of no place: the same address is in use in many networks. */
const anywhere = new Set([
  'private',
  'uniqueLocal',
  'carrierGradeNat',
  'loopback',
  'linkLocal',
  'unspecified',
  'broadcast',
  'multicast',
])

/** The addresses of a server that may tell where it stands, best first; an IPv4 address in IPv6 form is unwrapped. */
export function publicAddresses({ ipv4, ipv6, remote }: ServerAddresses): string[] {
  return [ipv4, ipv6, remote].flatMap((text) => {
    if (text === null || !ipaddr.isValid(text)) return []
    const address = ipaddr.process(text)
    return anywhere.has(address.range()) ? [] : [address.toString()]
  })
}
