import type { ProbeType } from '@svc/protocol'
import ipaddr from 'ipaddr.js'

/** Where a probe goes. */
export interface ProbeTarget {
  /** a name, or an address without brackets */
  readonly host: string
  /** of TCP; 80 when none is given */
  readonly port: number
  /** of HTTP */
  readonly url: URL | undefined
}

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

/** Services that clouds answer on addresses which look like any other; they hand out credentials. */
const metadata = new Set(['fd00:ec2::254', '100.100.100.200', '192.0.0.192'])

/** The parts of IPv6 that are assigned; the rest, such as `::7f00:1`, may mean an IPv4 address to a system. */
const assigned = ['2000::/3', 'fc00::/7'].map((range) => ipaddr.parseCIDR(range))

/**
 * Whether an address may not be probed, by an agent or by the server: itself, its link, metadata of clouds, and every
 * other way to write those. Private networks may be. True for what is no address.
 */
export function isForbiddenAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return true
  const address = ipaddr.process(text)
  if (forbiddenRanges.has(address.range()) || metadata.has(address.toString())) return true
  return (
    address.kind() === 'ipv6' &&
    !assigned.some(([range, bits]) => (address as ipaddr.IPv6).match(range as ipaddr.IPv6, bits))
  )
}

const name =
  /^(?=.{1,253}\.?$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?$/i

/** What is wrong with a host, as a sentence without its subject; undefined when it may be probed. */
function wrongHost(host: string): string | undefined {
  if (ipaddr.isValid(host))
    return isForbiddenAddress(host) ? 'must not be an address of this host, its link or a cloud' : undefined
  if (!name.test(host) || /^[\d.]+$/.test(host) || /^0x/i.test(host)) return 'is not a host name or an address'
  return /^(?:.*\.)?localhost\.?$/i.test(host) ? 'must not be localhost' : undefined
}

/**
 * Reads a target: `host` for icmp, `host[:port]` or `[v6]:port` for tcp, an address with or without `http://` for http.
 * `rule` says what is wrong, as a sentence without its subject. Names are not resolved: whoever connects asks
 * `isForbiddenAddress` of what they lead to.
 */
export function parseProbeTarget(type: ProbeType, text: string): ProbeTarget | { readonly rule: string } {
  const made = type === 'icmp' ? { host: text, port: 0, url: undefined } : type === 'tcp' ? ofTcp(text) : ofHttp(text)
  if ('rule' in made) return made
  const rule = wrongHost(made.host)
  return rule === undefined ? made : { rule }
}

function ofTcp(text: string): ProbeTarget | { readonly rule: string } {
  const [, inBrackets, bare, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const number = port === undefined ? 80 : Number(port)
  if (number < 1 || number > 65_535) return { rule: 'must have a port from 1 to 65535' }
  const host = inBrackets ?? bare
  if (host === undefined) return { rule: 'must be host, host:port or [address]:port' }
  return { host, port: number, url: undefined }
}

function ofHttp(text: string): ProbeTarget | { readonly rule: string } {
  const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { rule: 'must be an http or https address' }
  if (url.username || url.password) return { rule: 'must not contain a user name or password' }
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port), url }
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
