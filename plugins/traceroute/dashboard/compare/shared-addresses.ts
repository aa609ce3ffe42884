import type { Snapshot } from '@svc/plugin-traceroute/contract'

/** Addresses that more than one trace passes. */
export function addressesInSeveral(traces: readonly Pick<Snapshot, 'hops'>[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { hops } of traces) {
    for (const ip of new Set(hops.flatMap(({ ips = [] }) => ips))) counts.set(ip, (counts.get(ip) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([ip]) => ip))
}
