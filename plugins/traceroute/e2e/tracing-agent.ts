import { onboard } from '@svc/e2e/enrol'
import type { Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'

/** Capability bit of `ping_icmp`. */
const pingIcmpBit = 8

interface Step {
  readonly ips?: readonly string[]
  readonly loss?: number
  readonly ms?: number
  readonly more?: object
}

const hopOf = ({ ips, loss = 0, ms = 1, more = {} }: Step, index: number, rounds: number) => {
  const lost = ips ? Math.round((rounds * loss) / 100) : rounds
  return {
    hop: index + 1,
    ...(ips && { ips, best_ms: ms * 0.9, worst_ms: ms * 1.4, last_ms: ms * 1.1, jitter_ms: ms * 0.1 }),
    ...{ hostname: null, asn: null, total_sent: rounds, total_recv: rounds - lost, loss_pct: (lost / rounds) * 100 },
    ...{ avg_ms: ips ? ms : 0, stddev_ms: ips ? ms * 0.08 : 0 },
    ...more,
  }
}

/** A way over a router with labels, two equal ones, a silent one, and one that limits its answers, to a lossy target. */
const steps: readonly Step[] = [
  { ips: ['10.20.0.1'], ms: 0.42 },
  { ips: ['203.0.113.9'], ms: 3.1, more: { labels: [{ label: 24_016, tc: 0, bottom: true, ttl: 1 }] } },
  { ips: ['198.51.100.17', '198.51.100.21'], ms: 8.7, loss: 60 },
  {},
  { ips: ['2001:db8:8000:1234:5678:9abc:def0:1'], ms: 91.4 },
  { ips: ['8.8.8.8'], ms: 92.8, loss: 20 },
]
const secondWay: readonly Step[] = [...steps.slice(0, 2), { ips: ['198.51.100.30'], ms: 9 }, ...steps.slice(4)]

/** A server whose simulated agent traces every target in five rounds; every second time the way is another one. */
export async function tracingAgent(url: string, admin: Session, name: string) {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const peer = await simulateAgent(url, enrollment.code, undefined, { agent_local_capabilities: pingIcmpBit })
  let count = 0
  const follow = async () => {
    for (;;) {
      const { request_id, target } = await peer.frame('traceroute')
      count += 1
      const way = count % 2 === 1 ? steps : secondWay
      const ipsOf = (pick: number) => way.map(({ ips = [] }) => ips[pick % Math.max(1, ips.length)] ?? null)
      for (let round = 1; round <= 5; round += 1) {
        peer.send({
          ...{ type: 'traceroute_round_update', request_id, target, round, total_rounds: 5, error: null },
          hops: way.map((step, index) => hopOf(step, index, round)),
          completed: round === 5,
          ...{ address: '8.8.8.8', reached: true, path_mtu: 1480, path_mtu_hop: 2 },
          paths: [
            { ips: ipsOf(0), rounds: Math.ceil(round / 2) },
            { ips: ipsOf(1), rounds: Math.floor(round / 2) },
          ].filter(({ rounds }) => rounds > 0),
        })
      }
    }
  }
  follow().catch(() => {
    // closed
  })
  return { id, close: peer.close }
}

/** Starts a trace and waits for its end. */
export async function traceTo(admin: Session, id: string, target: string): Promise<string> {
  const path = `/api/servers/${id}/traceroute`
  const { request_id } = await admin.send<{ request_id: string }>('POST', path, { target, protocol: 'udp' })
  for (;;) {
    const { completed } = await admin.get<{ completed: boolean }>(`${path}/${request_id}`)
    if (completed) return request_id
  }
}
