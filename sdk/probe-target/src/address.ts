import ipaddr from 'ipaddr.js'
import { isPlainAddress } from './forbidden-address.ts'

/**
 * The one way to write an IP address: IPv4-mapped addresses as IPv4, IPv6 in its short form, without a zone. Undefined for
 * anything that is not an address in its usual notation.
 */
export function canonicalAddress(text: string): string | undefined {
  const bare = text.replace(/%.*$/s, '')
  return isPlainAddress(bare) ? ipaddr.process(bare).toString() : undefined
}
