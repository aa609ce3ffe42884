import { isForbiddenAddress } from '@svc/probe-target'
import ipaddr from 'ipaddr.js'
import type { Reach } from '../contract.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** Nobody may open these: the services that clouds answer on link-local addresses hand out credentials. */
const never = new Set(['linkLocal', 'multicast', 'unspecified', 'broadcast'])

/** Where a host that the configuration file names may live. */
const internal = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/** The public part of IPv6. The rest, such as `::7f00:1`, is not assigned and may mean an IPv4 address to a system. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

function parse(text: string): Address | undefined {
  try {
    return ipaddr.process(text)
  } catch {
    return undefined
  }
}

const within = (address: Address, range: Range): boolean => address.kind() === range[0].kind() && address.match(range)

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || within(address, globalUnicast))

/** Who asks: `trusted` for a host that the configuration file names. */
export interface Permission {
  readonly reach: Reach
  readonly trusted: boolean
}

/** Whether the server may connect to `address`. */
export type MayConnect = (address: string, permission: Permission) => boolean

/** `allowPrivate`: ranges as in `10.0.0.0/8` that the operator opened for every host. */
export function makeAddressRules(allowPrivate: readonly string[]): MayConnect {
  const ranges = allowPrivate.map((text): Range => ipaddr.parseCIDR(text))
  return (text, { reach, trusted }) => {
    const address = parse(text)
    if (!address || never.has(address.range())) return false
    if (ranges.some((range) => within(address, range))) return true
    if (trusted && internal.has(address.range())) return true
    return reach === 'network' ? !isForbiddenAddress(text) : isPublic(address)
  }
}
