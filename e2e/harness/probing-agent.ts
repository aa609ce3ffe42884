import { onboard } from './enrol.ts'
import type { Peer } from './peer.ts'
import type { Server } from './server.ts'
import type { Session } from './session.ts'
import { simulateAgent } from './simulated-agent.ts'
import type { Stage } from './stage.ts'

/** A server with an agent whose probe results come from the test. */
export interface ProbingAgent {
  readonly id: string
  readonly peer: Peer
  /** Sends a round for each target, measured `ago` seconds ago; null: all packets were lost. */
  round(latencies: Readonly<Record<string, number | null>>, ago?: number): void
  /** Sends the result of a ping; null: no response. */
  ping(taskId: string, latency: number | null): void
}

/** Presets with distinct results. */
export const cloudflare = 'intl-cloudflare'
export const tokyo = 'intl-aws-tokyo'
export const usualTargets = [cloudflare, tokyo, 'cn-xz-cm']
const provinces = 'bj tj he sx nm ln jl hl sh js zj ah fj jx sd ha hb hn'.split(' ')
/** The maximum number of targets per server. */
export const mostTargets = [cloudflare, tokyo, ...provinces.map((province) => `cn-${province}-ct`)]

/** Adds a server with an agent that probes `targets`. */
export async function probingAgent(
  { stage, server, admin }: { stage: Stage; server: Server; admin: Session },
  name: string,
  targets: readonly string[] = usualTargets,
): Promise<ProbingAgent> {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const peer = await simulateAgent(server.url, enrollment.code)
  stage.later(peer.close)
  if (targets.length > 0) await admin.send('PUT', `/api/servers/${id}/network-probes/targets`, { target_ids: targets })
  return {
    id,
    peer,
    round(latencies, ago = 0) {
      const timestamp = new Date(Date.now() - ago * 1000).toISOString()
      const results = Object.entries(latencies).map(([target_id, avg]) => ({
        ...{ target_id, timestamp, avg_latency: avg, min_latency: avg, max_latency: avg },
        ...{ packet_loss: avg === null ? 1 : 0, packet_sent: 10, packet_received: avg === null ? 0 : 10 },
      }))
      peer.send({ type: 'network_probe_results', results })
    },
    ping(task_id, latency) {
      const outcome = latency === null ? { latency: 0, success: false, error: 'timeout' } : { latency, success: true }
      peer.send({ type: 'ping_result', task_id, error: null, time: new Date().toISOString(), ...outcome })
    },
  }
}
