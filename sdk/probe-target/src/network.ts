import ipaddr from 'ipaddr.js'
import { isPlainAddress } from './forbidden-address.ts'

/** A range of IP addresses in its only notation. */
export interface Network {
  readonly family: 4 | 6
  /** bits of the prefix; 32 or 128 for a single address */
  readonly prefix: number
  /** the first address */
  readonly bytes: readonly number[]
  /** the first address, followed by `/` and the prefix unless it is a single address */
  readonly text: string
  /** the same, always with a prefix */
  readonly cidr: string
}

const mappedBits = 96

/** The first address of the range; bits beyond the prefix are cleared. */
const masked = (bytes: readonly number[], prefix: number): number[] =>
  bytes.map((byte, i) => byte & (0xff << (8 - Math.min(8, Math.max(0, prefix - i * 8)))) & 0xff)

/**
 * Reads an address, or a range such as `192.0.2.0/24`. Bits beyond the prefix are cleared, and IPv4-mapped IPv6 ranges become
 * IPv4. Undefined for everything else, also for notations that programs interpret differently.
 */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || !isPlainAddress(address)) return undefined
  if (bits !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(bits)) return undefined
  let parsed = ipaddr.parse(address)
  const size = parsed.toByteArray().length * 8
  let prefix = bits === undefined ? size : Number(bits)
  if (prefix > size) return undefined
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && prefix >= mappedBits) {
    parsed = parsed.toIPv4Address()
    prefix -= mappedBits
  }
  const bytes = masked(parsed.toByteArray(), prefix)
  const first = ipaddr.fromByteArray(bytes).toString()
  const cidr = `${first}/${prefix}`
  const isSingle = prefix === bytes.length * 8
  return { family: bytes.length === 4 ? 4 : 6, prefix, bytes, text: isSingle ? first : cidr, cidr }
}

/** Whether all addresses of the second range are in the first. */
export const containsNetwork = (outer: Network, inner: Network): boolean =>
  outer.family === inner.family &&
  outer.prefix <= inner.prefix &&
  masked(inner.bytes, outer.prefix).every((byte, i) => byte === outer.bytes[i])

/** Whether two ranges have an address in common. */
export const networksOverlap = (a: Network, b: Network): boolean => containsNetwork(a, b) || containsNetwork(b, a)
