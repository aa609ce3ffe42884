import ipaddr from 'ipaddr.js'

/** Ranges in which nothing may be probed: this host itself, its link, and ways to write those as something else. */
const forbiddenRanges = new Set([
  'loopback',
  'linkLocal',
  'unspecified',
  'broadcast',
  'multicast',
  'rfc6052',
  'rfc6145',
  '6to4',
  'teredo',
])

/**
 * Services that clouds answer on addresses which look like any other; they hand out credentials. In turn those of
 * Alibaba, Azure, Oracle (two), Amazon and Google.
 */
const metadata = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:c1::a9fe:a9fe',
  'fd00:ec2::254',
  'fd20:ce::254',
])

/** The parts of IPv6 that are assigned; the rest, such as `::7f00:1`, may mean an IPv4 address to a system. */
const assigned = ['2000::/3', 'fc00::/7'].map((range) => ipaddr.IPv6.parseCIDR(range))

/** The IPv4 address at the end of an IPv6 one; `::8.8.8.8` is left out, in which the library sees a mapped address. */
const quadIn = (text: string) => (/^::[^:]*$/.test(text) ? '' : text.slice(text.lastIndexOf(':') + 1))

/**
 * Whether a text is an address as everybody writes and reads it: no `127.1`, `0177.0.0.1` or `0x7f000001`, which
 * programs read in different ways, and no zone.
 */
export const isPlainAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  (ipaddr.IPv6.isValid(text) &&
    !text.includes('%') &&
    (!text.includes('.') || ipaddr.IPv4.isValidFourPartDecimal(quadIn(text))))

/**
 * Whether an address may not be probed, by an agent or by the server: itself, its link, metadata of clouds, and every
 * other way to write those. Private networks may be. True for what is no address, or not written plainly.
 */
export function isForbiddenAddress(text: string): boolean {
  if (!isPlainAddress(text)) return true
  // An IPv4 address that was mapped into IPv6 is judged as what it is.
  const address = ipaddr.process(text)
  if (forbiddenRanges.has(address.range()) || metadata.has(address.toString())) return true
  return address instanceof ipaddr.IPv6 && !assigned.some((range) => address.match(range))
}
