import { onboard } from '@svc/e2e/enrol'
import type { Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'

/** Capability bit of `ip_quality`. */
const capabilityBit = 1024

type Outcome = readonly [status: string, region?: string, latency?: number, detail?: string]

/** What a host reports, by key of the service. */
const outcomes: Readonly<Record<string, Outcome>> = {
  netflix: ['restricted', 'SG', 182, 'HTTP 200'],
  disney_plus: ['unlocked', 'SG', 240, 'HTTP 200'],
  youtube_premium: ['unlocked', 'SG', 96, 'HTTP 200'],
  amazon_prime: ['unlocked', 'JP', 310, 'HTTP 200'],
  hbo_max: ['blocked', undefined, 77, 'HTTP 403'],
  chatgpt: ['unlocked', 'SG', 64, 'HTTP 403'],
  gemini: ['restricted', 'HKG', 120, 'HTTP 200'],
  tiktok: ['failed', undefined, undefined, 'timeout'],
  spotify: ['unlocked', 'SG', 45, 'HTTP 200'],
}

const resultsOf = (ids: ReadonlyMap<string, string>, changed: Readonly<Record<string, Outcome>> = {}) =>
  Object.entries({ ...outcomes, ...changed }).map(([key, [status, region, latency_ms, detail]]) => ({
    ...{ service_id: ids.get(key), status, region: region ?? null, latency_ms: latency_ms ?? null, detail },
  }))

/** A server with an agent that reports results, until it is closed. */
export async function simulateChecks(url: string, admin: Session, name: string, egress_ip: string) {
  const services = await admin.get<readonly { id: string; key: string }[]>('/api/ip-quality/services')
  const ids = new Map(services.map(({ id, key }) => [key, id]))
  const { server_id: id, enrollment } = await onboard(admin, name)
  const peer = await simulateAgent(url, enrollment.code, undefined, { agent_local_capabilities: capabilityBit })
  const report = (changed?: Readonly<Record<string, Outcome>>) =>
    peer.send({ type: 'unlock_results', egress_ip, checked_at: 0, results: resultsOf(ids, changed) })
  report({ netflix: ['unlocked', 'SG', 170], hbo_max: ['unlocked', 'US', 80] })
  report()
  return { id, report, frame: peer.frame, close: peer.close }
}
