import { alertChanged } from '@svc/plugin-alerts/contract'
import type { Agents, Servers } from '@svc/plugin-enrollment/contract'
import type { NetworkQuality } from '@svc/plugin-probes/contract'
import { ApiError, type Core, type Listener, listen, toTimestamp } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { parseProbeTarget } from '@svc/probe-target'
import type { StartTrace } from './traceroute-schema.ts'
import type { Traces } from './traces.ts'
import type { TraceAlert } from './wire.ts'

/** At a time: a failure of a network fires alerts on a whole fleet. */
const maxRunning = 20
const maxWaiting = 1000

const measureOf = { network_latency: 'latency', network_packet_loss: 'loss' } as const
type NetworkRule = keyof typeof measureOf
const isNetworkRule = (type: string): type is NetworkRule => type in measureOf

interface Waiting {
  readonly serverId: string
  readonly alert: TraceAlert
  readonly by: 'latency' | 'loss'
}

interface Dependencies extends Pick<Core, 'capabilities' | 'log'> {
  readonly agents: Pick<Agents, 'isOnline' | 'capabilities'>
  readonly servers: Pick<Servers, 'get'>
  readonly audit: Pick<Audit, 'act'>
  /** undefined without the plugin `probes` */
  readonly networkQuality: NetworkQuality | undefined
  readonly traces: Pick<Traces, 'start' | 'running'>
}

/** What to trace for a probe target; undefined if there is no host in it. */
function requestOf({
  target,
  probe_type,
}: {
  target: string
  probe_type: 'icmp' | 'tcp' | 'http'
}): StartTrace | undefined {
  const parsed = parseProbeTarget(probe_type, target)
  if ('rule' in parsed) return undefined
  const { host, port } = parsed
  return probe_type === 'icmp' ? { target: host, protocol: 'icmp' } : { target: host, protocol: 'tcp', port }
}

/**
 * Traces the path to the worst target of a server when an alert about its latency or loss fires, as evidence. Waits while
 * the server runs another trace. Nothing is traced where the agent is away or may not.
 */
export function makeAlertTraces(deps: Dependencies) {
  const { agents, servers, audit, capabilities, log, networkQuality, traces } = deps
  const waiting: Waiting[] = []
  const starting = new Set<string>()
  /** servers that run a trace for an alert */
  const started = new Set<string>()

  const mayTrace = (serverId: string) =>
    agents.isOnline(serverId) && (agents.capabilities(serverId) & capabilities.bitOf('ping_icmp')) !== 0

  async function begin({ serverId, alert, by }: Waiting): Promise<void> {
    const server = servers.get(serverId)
    const worst = server && (await networkQuality?.worstTarget(server, by))
    const request = worst && requestOf(worst)
    if (!request || !mayTrace(serverId)) return
    audit.act(
      'system',
      'traceroute.start',
      () => traces.start(serverId, request, alert),
      ({ request_id, target, protocol }) => ({ server_id: serverId, request_id, target, protocol, ...alert }),
    )
  }

  function next(): void {
    for (const serverId of started) if (!traces.running(serverId)) started.delete(serverId)
    while (starting.size + started.size < maxRunning) {
      const index = waiting.findIndex(({ serverId }) => !starting.has(serverId) && !traces.running(serverId))
      const [first] = index < 0 ? [] : waiting.splice(index, 1)
      if (!first) return
      const { serverId } = first
      starting.add(serverId)
      begin(first)
        .catch((err: unknown) => {
          // Somebody else was faster, or the fleet is busy.
          if (!(err instanceof ApiError)) log.error({ err, server_id: serverId }, 'tracing for an alert failed')
        })
        .finally(() => {
          starting.delete(serverId)
          if (traces.running(serverId)) started.add(serverId)
          else next()
        })
    }
  }

  const listener: Listener = listen(alertChanged, ({ ruleId, serverId, status, ruleTypes, since }) => {
    const type = ruleTypes.find(isNetworkRule)
    if (status !== 'firing' || !type || !networkQuality || waiting.length >= maxWaiting || !mayTrace(serverId)) return
    waiting.push({ serverId, alert: { rule_id: ruleId, since: toTimestamp(since) }, by: measureOf[type] })
    next()
  })
  return { listener, next }
}
