import ipaddr from 'ipaddr.js'

/** Loopback, link-local and similar ranges, and IPv6 ranges that embed IPv4 addresses. */
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

/** Cloud metadata services, which hand out credentials: Alibaba, Azure, Oracle (two), Amazon and Google. */
const metadataAddresses = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:c1::a9fe:a9fe',
  'fd00:ec2::254',
  'fd20:ce::254',
])

/** The public part of IPv6. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Assigned parts of IPv6. Some systems treat others, such as `::7f00:1`, as IPv4 addresses. */
const assignedRanges = ['2000::/3', 'fc00::/7'].map((range) => ipaddr.IPv6.parseCIDR(range))

/** The IPv4 address at the end of an IPv6 address; not for `::8.8.8.8`, which the library treats as mapped. */
const embeddedIpv4 = (text: string) => (/^::[^:]*$/.test(text) ? '' : text.slice(text.lastIndexOf(':') + 1))

/**
 * Whether a text is an IP address in its usual notation. Not `127.1`, `0177.0.0.1` or `0x7f000001`, which parsers
 * interpret differently, and not with a zone.
 */
export const isPlainAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  (ipaddr.IPv6.isValid(text) &&
    !text.includes('%') &&
    (!text.includes('.') || ipaddr.IPv4.isValidFourPartDecimal(embeddedIpv4(text))))

/** Whether a text is the IP address of a cloud metadata service, which nothing may reach; not those on link-local addresses. */
export const isMetadataAddress = (text: string): boolean =>
  ipaddr.isValid(text) && metadataAddresses.has(ipaddr.process(text).toString())

/**
 * Whether agents and server must not probe an address: loopback, link-local, cloud metadata, and other notations of these.
 * Private networks are allowed. Also true for anything that is not an IP address in its usual notation.
 */
export function isForbiddenAddress(text: string): boolean {
  if (!isPlainAddress(text)) return true
  // Unwraps IPv4-mapped IPv6 addresses.
  const address = ipaddr.process(text)
  if (forbiddenRanges.has(address.range()) || isMetadataAddress(text)) return true
  return address instanceof ipaddr.IPv6 && !assignedRanges.some((range) => address.match(range))
}

/**
 * Whether a text is an address of the public Internet in its usual notation: not private, shared, reserved or for
 * documentation, and not a cloud metadata service.
 */
export function isGlobalAddress(text: string): boolean {
  if (isForbiddenAddress(text)) return false
  const address = ipaddr.process(text)
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}
