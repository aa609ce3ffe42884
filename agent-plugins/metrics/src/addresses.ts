import { BlockList } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import type { Link } from '@svc/agent-sdk'
import { IpChanged } from '@svc/protocol'
import { isVirtualName } from './network.ts'

export interface Addresses {
  readonly ipv4: string | null
  readonly ipv6: string | null
}

/** An interface with its addresses, as `IpChanged` carries it. */
export interface Interface {
  readonly name: string
  readonly ipv4: string[]
  readonly ipv6: string[]
}

function ranges(family: 'ipv4' | 'ipv6', list: readonly [string, number][]): (address: string) => boolean {
  const blocks = new BlockList()
  for (const [network, prefix] of list) blocks.addSubnet(network, prefix, family)
  return (address) => blocks.check(address, family)
}

const isPrivateV4 = ranges('ipv4', [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Carrier-grade NAT: not reachable from outside.
  ['100.64.0.0', 10],
])
const isPrivateV6 = ranges('ipv6', [['fc00::', 7]])
/** Loopback and link-local addresses. */
const isLocalV4 = ranges('ipv4', [
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
])
const isLocalV6 = ranges('ipv6', [
  ['::1', 128],
  ['fe80::', 10],
])

type Scan = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/** The interfaces that have addresses, sorted by name. */
export function listInterfaces(scan: Scan): Interface[] {
  return Object.entries(scan)
    .map(([name, infos = []]) => ({
      name,
      ipv4: infos.filter(({ family }) => family === 'IPv4').map(({ address }) => address),
      ipv6: infos.filter(({ family }) => family === 'IPv6').map(({ address }) => address),
    }))
    .filter(({ ipv4, ipv6 }) => ipv4.length + ipv6.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function primary(all: readonly string[], isLocal: (a: string) => boolean, isPrivate: (a: string) => boolean) {
  const reachable = all.filter((address) => !isLocal(address))
  return reachable.find((address) => !isPrivate(address)) ?? reachable[0] ?? null
}

/** Per family the first public address, else the first private one. Bridges and tunnels come last. */
export function primaryAddresses(interfaces: readonly Interface[]): Addresses {
  const ordered = interfaces.toSorted((a, b) => Number(isVirtualName(a.name)) - Number(isVirtualName(b.name)))
  return {
    ipv4: primary(
      ordered.flatMap(({ ipv4 }) => ipv4),
      isLocalV4,
      isPrivateV4,
    ),
    ipv6: primary(
      ordered.flatMap(({ ipv6 }) => ipv6),
      isLocalV6,
      isPrivateV6,
    ),
  }
}

const checkEveryMs = 300_000

export interface AddressWatch {
  /** the current addresses; the caller reports them to the server */
  read(): Addresses
  /** Checks every 5 minutes while connected and reports changes. */
  watch(link: Link): void
}

export function makeAddressWatch(
  scan: () => Interface[] = () => listInterfaces(networkInterfaces()),
  everyMs: number = checkEveryMs,
): AddressWatch {
  let lastReported: Addresses | undefined
  return {
    read() {
      lastReported = primaryAddresses(scan())
      return lastReported
    },
    watch(link) {
      const timer = setInterval(() => {
        const interfaces = scan()
        const now = primaryAddresses(interfaces)
        if (now.ipv4 === lastReported?.ipv4 && now.ipv6 === lastReported?.ipv6) return
        lastReported = now
        link.send(IpChanged, { ...now, interfaces })
      }, everyMs)
      link.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    },
  }
}
