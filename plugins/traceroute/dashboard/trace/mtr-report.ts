import type { Snapshot } from '@svc/plugin-traceroute/contract'
import type { HopReading } from './reading.ts'

const number = (value: number | undefined, digits: number, width: number) =>
  (value ?? 0).toFixed(digits).padStart(width)

/** As text, in the format of `mtr --report-wide`. */
export function mtrReport(
  trace: Pick<Snapshot, 'started_at'>,
  readings: readonly HopReading[],
  source: string,
): string {
  const nameOf = ({ ip, hostname }: HopReading['hosts'][number]) => (hostname === null ? ip : `${hostname} (${ip})`)
  const [hosts, more] = [
    readings.map(({ hosts: [first] }) => (first ? nameOf(first) : '???')),
    readings.map(({ hosts: [, ...others] }) => others.map(nameOf)),
  ]
  const width = Math.max(source.length, ...hosts.map((host) => host.length))
  const title = `HOST: ${source.padEnd(width)} Loss%   Snt   Last   Avg  Best  Wrst StDev`
  const lines = readings.flatMap(({ hop }, index) => {
    const place = `${String(hop.hop).padStart(3)}.|-- ${(hosts[index] ?? '').padEnd(width)}`
    const counts = `${number(hop.loss_pct, 1, 4)}%${String(hop.total_sent ?? 0).padStart(6)}`
    const times = [hop.last_ms, hop.avg_ms, hop.best_ms, hop.worst_ms, hop.stddev_ms].map((ms) => number(ms, 1, 6))
    const others = (more[index] ?? []).map((host) => `        ${host}`)
    const labels = (hop.labels ?? []).map(
      ({ label, tc, bottom, ttl }) => `       [MPLS: Lbl ${label} TC ${tc} S ${Number(bottom)} TTL ${ttl}]`,
    )
    return [`${place} ${counts} ${times.join('')}`, ...labels, ...others]
  })
  return `${[`Start: ${new Date(trace.started_at).toISOString().replace(/\.\d+Z$/, '+0000')}`, title, ...lines].join('\n')}\n`
}
