import { networkInterfaces } from 'node:os'
import type { SessionAddresses } from '@svc/plugin-auth/contract'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type CodedText, type NetworkAccess, text } from '@svc/plugin-sdk'
import { containsNetwork, type Network, networksOverlap, parseNetwork } from '@svc/probe-target'
import type { ProtectedRange } from './block-schema.ts'
import type { BlockRow, BlocksStore } from './blocks-store.ts'
import { minPrefix, protectedRanges } from './wire.ts'

interface Dependencies {
  readonly allowList: readonly string[]
  readonly network: Pick<NetworkAccess, 'trustedProxies'>
  readonly servers: Pick<Servers, 'ids' | 'addresses'>
  readonly sessions: SessionAddresses | undefined
  readonly store: Pick<BlocksStore, 'all' | 'byTarget'>
}

/** Ranges that are not blocked, and why. */
interface Protection {
  readonly kind: ProtectedRange['kind']
  readonly networks: readonly Network[]
  reason(range: Network): CodedText
}

const parse = (texts: readonly (string | null | undefined)[]) =>
  texts.flatMap((each) => parseNetwork(each?.replace(/%.*$/, '') ?? '') ?? [])

const fixed = parse(protectedRanges)

/** Says what may be blocked. */
export function makeTargets({ allowList, network, servers, sessions, store }: Dependencies) {
  const allowed = parse(allowList)
  const proxies = parse(network.trustedProxies)

  /** Reads what must not be blocked now, the most telling reason first. */
  function protections(client: string | undefined): Protection[] {
    const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
    const agents = servers.ids().flatMap((id) => Object.values(servers.addresses(id) ?? {}))
    return [
      { kind: 'client', networks: parse([client]), reason: () => text('firewall.OWN_ADDRESS') },
      { kind: 'session', networks: parse(sessions?.list() ?? []), reason: () => text('firewall.SESSION_ADDRESS') },
      { kind: 'allow_list', networks: allowed, reason: () => text('firewall.ALLOWED') },
      { kind: 'fixed', networks: fixed, reason: ({ cidr }) => text('firewall.PROTECTED_RANGE', { range: cidr }) },
      { kind: 'trusted_proxy', networks: proxies, reason: () => text('firewall.TRUSTED_PROXY') },
      { kind: 'server', networks: parse(agents), reason: () => text('firewall.SERVER_ADDRESS') },
      { kind: 'this_server', networks: parse(own), reason: () => text('firewall.THIS_SERVER') },
    ]
  }

  return {
    /** Why a range cannot be blocked by anyone; `client` is the address of who asks for it. */
    protectionOf(target: Network, client?: string): CodedText | undefined {
      if (target.prefix < minPrefix[target.family]) {
        return text('firewall.RANGE_TOO_LARGE', { prefix: minPrefix[target.family] })
      }
      for (const { networks, reason } of protections(client)) {
        const found = networks.find((each) => networksOverlap(each, target))
        if (found) return reason(found)
      }
      return undefined
    },

    /** Everything that nobody can block now, each range once; `client` is the address of who asks for it. */
    protected(client: string): ProtectedRange[] {
      const all = protections(client).flatMap(({ kind, networks }) =>
        networks.map(({ text }): ProtectedRange => ({ range: text, kind })),
      )
      const first = new Map(all.toReversed().map((each) => [each.range, each]))
      return all.filter((each) => first.get(each.range) === each)
    },

    /** The block of exactly this range. */
    same: (target: Network): BlockRow | undefined => store.byTarget(target.text),

    /** A block of a larger range that contains it. */
    covering: (target: Network): BlockRow | undefined =>
      store.all().find((row) => {
        const range = parseNetwork(row.target)
        return row.target !== target.text && range !== undefined && containsNetwork(range, target)
      }),
  }
}
export type Targets = ReturnType<typeof makeTargets>
