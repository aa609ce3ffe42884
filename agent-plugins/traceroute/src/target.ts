import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { RequestError } from '@svc/agent-sdk'
import { describeRule, isForbiddenAddress, parseProbeTarget } from '@svc/probe-target'
import { normalizeAddress } from '@svc/raw-socket'

/** Resolves the target of a trace to the address that is traced. */
export type ResolveTarget = (target: string, ipVersion: number | null | undefined) => Promise<string>

/** Addresses and networks; throws if one is neither. */
function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    const isValid = isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
    if (!isValid) throw new Error(`traceroute.deny: ${entry} must be an address or a network, such as 10.0.0.0/8`)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const invalid = (message: string) => new RequestError('invalid', message)

async function addressesOf(host: string, family: 0 | 4 | 6): Promise<string[]> {
  if (isIP(host)) return [host]
  try {
    return (await lookup(host, { all: true, family })).map(({ address }) => address)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA'
    throw new RequestError('not_found', isUnknown ? `${host} has no address` : `${host} cannot be resolved (${code})`)
  }
}

/**
 * The server has checked the target, but what a name resolves to, and where this host may send packets, is decided here.
 * A name is refused if any of its addresses is: the next lookup might return that one first.
 */
export function makeResolveTarget(deny: readonly string[]): ResolveTarget {
  const denied = blockListOf(deny)
  const isDenied = (address: string) => denied.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return async (target, ipVersion) => {
    const parsed = parseProbeTarget('icmp', target)
    if ('rule' in parsed) throw invalid(`the target ${describeRule(parsed.rule)}`)
    const family = ipVersion === 4 || ipVersion === 6 ? ipVersion : 0
    const addresses = (await addressesOf(parsed.host, family)).map(normalizeAddress)
    const refused = addresses.find((address) => isForbiddenAddress(address) || isDenied(address))
    if (refused !== undefined) throw invalid(`this host does not trace ${refused}`)
    const chosen = addresses.find((address) => family === 0 || isIPv6(address) === (family === 6))
    if (chosen === undefined) throw new RequestError('not_found', `${parsed.host} has no IPv${family} address`)
    return chosen
  }
}
