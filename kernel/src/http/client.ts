import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

export interface Client {
  readonly ip: string
  readonly protocol: 'http' | 'https'
  readonly host: string
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]
type Raw = Pick<FastifyRequest['raw'], 'headers'> & {
  socket?: { remoteAddress?: string | undefined; encrypted?: boolean }
}

/** Removes the port that some proxies add, and the zone id. */
const bareAddress = (text: string): string =>
  text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')

const parse = (text: string): Address | undefined => {
  try {
    return ipaddr.process(bareAddress(text))
  } catch {
    return undefined
  }
}

const within = (address: Address, [base, bits]: Range): boolean =>
  address.kind() === base.kind() && address.match(base as never, bits)

const list = (header: string | string[] | undefined): string[] =>
  header === undefined ? [] : [header].flat().join(',').split(',')

/** The last value, the one written by the nearest proxy. */
const last = (header: string | string[] | undefined): string => list(header).at(-1)?.trim() ?? ''

/** Whether an address is in one of these ranges. */
function makeRangeCheck(cidrs: readonly string[]): (address: Address | undefined) => boolean {
  const ranges = cidrs.map((cidr) => ipaddr.parseCIDR(cidr) as Range)
  return (address) => address !== undefined && ranges.some((range) => within(address, range))
}

/** Whether a peer is a trusted proxy. */
export function makeProxyCheck(trusted: readonly string[]): (address: string) => boolean {
  const trusts = makeRangeCheck(trusted)
  return (address) => trusts(parse(address))
}

/**
 * Resolves the real client. Forwarding headers count only if the peer is a trusted proxy; then `X-Forwarded-For` is read
 * from right to left up to the first address outside the trusted ranges. If all are inside, as those of a private network
 * behind its own proxy, the first hop is the client.
 */
export function makeClientResolver(trusted: readonly string[]): (raw: Raw) => Client {
  const trusts = makeRangeCheck(trusted)
  return ({ headers, socket }) => {
    const direct = socket?.remoteAddress ?? ''
    const peer = parse(direct)
    const protocol = socket?.encrypted ? 'https' : 'http'
    const host = headers.host ?? ''
    if (!trusts(peer)) return { ip: peer?.toString() ?? direct, protocol, host }
    const hops = list(headers['x-forwarded-for']).map(parse).reverse()
    // An invalid address ends the search too: everything to its left may be forged by the client.
    const end = hops.findIndex((hop) => !trusts(hop))
    const found = hops.at(end)
    const proto = last(headers['x-forwarded-proto'])
    return {
      ip: (found ?? peer)?.toString() ?? direct,
      protocol: proto === 'https' || proto === 'http' ? proto : protocol,
      host: last(headers['x-forwarded-host']) || host,
    }
  }
}
