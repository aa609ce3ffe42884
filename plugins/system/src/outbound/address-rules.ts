import { isForbiddenAddress, isMetadataAddress } from '@svc/probe-target'
import ipaddr from 'ipaddr.js'
import type { Reach } from '../contract.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** Never allowed: cloud metadata services on link-local addresses hand out credentials. */
const forbiddenRanges = new Set(['linkLocal', 'multicast', 'unspecified', 'broadcast'])

/** Allowed for configured hosts only. */
const internalRanges = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/** The public part of IPv6. Other addresses, such as `::7f00:1`, may be treated as embedded IPv4 addresses. */
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

/** `trusted` is true for hosts named in the configuration. */
export interface Permission {
  readonly reach: Reach
  readonly trusted: boolean
}

/** Whether the server may connect to `address`. */
export type MayConnect = (address: string, permission: Permission) => boolean

/** @param allowPrivate ranges such as `10.0.0.0/8` that are allowed for every host */
export function makeAddressRules(allowPrivate: readonly string[]): MayConnect {
  const ranges = allowPrivate.map((text): Range => ipaddr.parseCIDR(text))
  return (text, { reach, trusted }) => {
    const address = parse(text)
    if (!address || forbiddenRanges.has(address.range()) || isMetadataAddress(text)) return false
    if (ranges.some((range) => within(address, range))) return true
    if (trusted && internalRanges.has(address.range())) return true
    return reach === 'network' ? !isForbiddenAddress(text) : isPublic(address)
  }
}
