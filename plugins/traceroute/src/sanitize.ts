import { isIP } from 'node:net'
import type { Payload } from '@svc/protocol'
import {
  type Hop,
  type MplsLabel,
  maxHops,
  maxRounds,
  type TracedPath,
  type TracerouteRoundUpdate,
  unreachableNames,
} from './wire.ts'

const maxAddresses = 16
const maxLabels = 10
/** an hour; no answer takes longer */
const maxMs = 3_600_000
const maxMtu = 65_535

const clamp = (value: number, max: number) => (value > 0 ? Math.min(value, max) : 0)
const time = (value: number | undefined) => (value === undefined ? undefined : clamp(value, maxMs))
const addresses = (list: readonly string[]) =>
  [...new Set(list.slice(0, 4 * maxAddresses).filter((text) => isIP(text) !== 0 && !text.includes('%')))].slice(
    0,
    maxAddresses,
  )
const known = <T>(fields: Record<string, T | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<string, T>

const labelOf = ({ label, tc, bottom, ttl }: MplsLabel): MplsLabel => ({ label, tc, bottom, ttl })

function hopOf(hop: Hop): Hop {
  const { total_sent = 0, unreachable = '' } = hop
  const total_recv = clamp(hop.total_recv ?? 0, total_sent)
  const ips = addresses(hop.ips ?? [])
  const labels = (hop.labels ?? []).slice(0, maxLabels).map(labelOf)
  return {
    hop: hop.hop,
    ...(ips.length > 0 && { ips }),
    total_sent,
    total_recv,
    loss_pct: total_sent > 0 ? (100 * (total_sent - total_recv)) / total_sent : 0,
    avg_ms: time(hop.avg_ms) ?? 0,
    stddev_ms: time(hop.stddev_ms) ?? 0,
    ...known({
      best_ms: time(hop.best_ms),
      worst_ms: time(hop.worst_ms),
      jitter_ms: time(hop.jitter_ms),
      last_ms: time(hop.last_ms),
    }),
    ...(labels.length > 0 && { labels }),
    ...((unreachableNames as readonly string[]).includes(unreachable) && { unreachable }),
  }
}

const pathOf = ({ ips, rounds }: TracedPath): TracedPath => ({
  ips: ips.slice(0, maxHops).map((ip) => (ip !== null && isIP(ip) !== 0 && !ip.includes('%') ? ip : null)),
  rounds,
})

type Update = Payload<typeof TracerouteRoundUpdate>

/** What agents send, without what no trace can have: everybody can run one. Types are checked already. */
export function sanitize({ round, total_rounds, hops, address, reached, paths, path_mtu, path_mtu_hop }: Update) {
  const byHop = new Map(hops.slice(0, 255).map((hop) => [hop.hop, hop]))
  return {
    round: Math.min(round, total_rounds, maxRounds),
    total_rounds: Math.min(total_rounds, maxRounds),
    hops: [...byHop.values()]
      .filter(({ hop }) => hop >= 1 && hop <= maxHops)
      .toSorted((a, b) => a.hop - b.hop)
      .map(hopOf),
    address: address && isIP(address) !== 0 && !address.includes('%') ? address : null,
    reached: reached ?? false,
    paths: (paths ?? []).slice(0, maxRounds).map(pathOf),
    path_mtu: path_mtu == null ? null : Math.min(path_mtu, maxMtu),
    path_mtu_hop: path_mtu_hop ?? null,
  }
}
