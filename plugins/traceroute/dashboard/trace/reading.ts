import type { Snapshot } from '@svc/plugin-traceroute/contract'
import type { Hop, HopHost } from '../../src/wire.ts'

/** A hop with what is known of its addresses. */
export interface HopReading {
  readonly hop: Hop
  /** the first one that answered, first */
  readonly hosts: readonly HopHost[]
  /** percent of the packets that got lost up to here, as far as later hops show */
  readonly carriedLoss: number
  /** answers are missing that later hops gave: the router limits how many it sends */
  readonly limitsAnswers: boolean
}

const unknownHost = (ip: string): HopHost => ({
  ip,
  hostname: null,
  asn: null,
  as_name: null,
  country: null,
  latitude: null,
  longitude: null,
})

/** Whether nothing answered. */
export const isSilent = ({ total_recv = 0 }: Hop) => total_recv === 0

/**
 * The hops as a reader should understand them. A packet that reached a later hop has passed this one, whatever this one
 * answered: loss that does not go on is no loss.
 */
export function readHops({ hops, hosts }: Pick<Snapshot, 'hops' | 'hosts'>): HopReading[] {
  const hostOf = new Map(hosts.map((host) => [host.ip, host]))
  let lowest = 100
  const carried = hops
    .toReversed()
    .map(({ loss_pct = 0 }) => {
      lowest = Math.min(lowest, loss_pct)
      return lowest
    })
    .toReversed()
  return hops.map((hop, index) => ({
    hop,
    hosts: (hop.ips ?? []).map((ip) => hostOf.get(ip) ?? unknownHost(ip)),
    carriedLoss: carried[index] ?? 0,
    limitsAnswers: !isSilent(hop) && (hop.loss_pct ?? 0) > (carried[index] ?? 0),
  }))
}
