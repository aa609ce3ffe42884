import { Value } from '@sinclair/typebox/value'
import type { AgentSource, Agents, Live } from '@svc/plugin-enrollment/contract'
import { type Core, makeRateLimiter, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { canonicalAddress, isGlobalAddress } from '@svc/probe-target'
import { Ack, type Payload, plainText } from '@svc/protocol'
import { unlockStatusChanged } from '../contract.ts'
import type { Services } from '../services/services.ts'
import { AgentResult, IpQualityUpdate, maxServices, type UnlockResults } from '../wire.ts'
import { eventView, resultView } from './result-view.ts'
import type { CheckedResult, ResultsStore } from './results-store.ts'

/** Our agents stay far below. What is beyond is not acknowledged, and sent again later. */
const budget = { max: 30, windowMs: 600_000 }
const noticeIntervalMs = 600_000
/** Earlier results and changes of one server, whatever their age. */
const maxStored = 20_000
const trimInterval = 64
const maxDetail = 200
const maxLatencyMs = 600_000

/** What an agent says of a service, cut and made plain; undefined if it says nothing. */
function checkResult(sent: unknown): CheckedResult | undefined {
  if (!Value.Check(AgentResult, sent)) return undefined
  const { service_id, status, region, latency_ms, detail } = sent
  return {
    service_id,
    status,
    region: region && /^[A-Za-z]{2,3}$/.test(region) ? region.toUpperCase() : null,
    latency_ms: typeof latency_ms === 'number' ? Math.min(latency_ms, maxLatencyMs) : null,
    detail: detail ? plainText(detail, maxDetail) : null,
  }
}

interface Dependencies extends Pick<Core, 'clock' | 'db' | 'emit' | 'log' | 'capabilities'> {
  readonly agents: Pick<Agents, 'capabilities'>
  readonly audit: Pick<Audit, 'write'>
  readonly live: Pick<Live, 'broadcast'>
  readonly store: ResultsStore
  readonly services: Pick<Services, 'ids'>
  /** The host reaches the Internet from this address. */
  readonly onEgress: (serverId: string, address: string) => void
}

/** Stores the results of agents, and notifies browsers and other plugins. */
export function makeReceiver(dependencies: Dependencies) {
  const { clock, db, emit, log, capabilities, agents, audit, live, store, services, onEgress } = dependencies
  const limiter = makeRateLimiter(budget, clock)
  const notices = makeRateLimiter({ max: 1, windowMs: noticeIntervalMs }, clock)
  let batches = 0

  const mayTake = (limits: typeof limiter, key: string) => {
    try {
      limits.take(key)
      return true
    } catch {
      return false
    }
  }

  return (sent: Payload<typeof UnlockResults>, { serverId, reply }: AgentSource): void => {
    if ((agents.capabilities(serverId) & capabilities.bitOf('ip_quality')) === 0) {
      if (mayTake(notices, `denied ${serverId}`)) {
        const detail = { server_id: serverId, deny_reason: 'agent_capability_disabled' }
        audit.write({ userId: 'system', action: 'ip_quality_results_denied', detail })
      }
      return
    }
    if (!mayTake(limiter, serverId)) {
      if (mayTake(notices, `many ${serverId}`)) {
        log.warn({ server_id: serverId }, 'a host sends more results of IP quality checks than are stored')
      }
      return
    }
    const known = services.ids()
    const checked = sent.results.slice(0, 2 * maxServices).flatMap((one) => checkResult(one) ?? [])
    // The last one of a service counts.
    const results = new Map(
      checked.filter(({ service_id }) => known.has(service_id)).map((result) => [result.service_id, result]),
    )
    // Throws if the database is locked; then the agent sends the batch again.
    db.transaction(() => {
      for (const event of store.apply(serverId, [...results.values()], toSeconds(clock.now()))) {
        emit(unlockStatusChanged, eventView(event))
      }
      batches += 1
      if (batches % trimInterval === 0) store.trim(serverId, maxStored)
      const unlock_results = store.ofServer(serverId).map(resultView)
      live.broadcast(IpQualityUpdate, { server_id: serverId, unlock_results, ip_quality: null })
    })
    if (sent.msg_id !== undefined) reply(Ack, { msg_id: sent.msg_id })
    const address = canonicalAddress(sent.egress_ip)
    if (address !== undefined && isGlobalAddress(address)) onEgress(serverId, address)
  }
}
