import { capabilityBits, fromMask } from '@svc/protocol'
import { type MetricValue, metricAt } from '../metric-path.ts'
import { getRuntime } from '../runtime.ts'
import type { CapabilityName, ServerStatus, ServerSummary } from '../servers.ts'
import { useStore } from './use-store.ts'

const summaryOf = ({ id, name, online, last_active, capabilities }: ServerStatus): ServerSummary => ({
  id,
  name,
  online,
  ...(last_active > 0 ? { lastSeen: last_active } : {}),
  capabilities: fromMask(capabilities).map((name): CapabilityName => `CAP_${name.toUpperCase()}`),
})

const summaries = new WeakMap<ServerStatus, ServerSummary>()
const lists = new WeakMap<readonly ServerStatus[], readonly ServerSummary[]>()

/** Summaries are shared by all widgets and keep their identity while the server is unchanged. */
function summariesOf(all: readonly ServerStatus[]): readonly ServerSummary[] {
  const cached = lists.get(all)
  if (cached) return cached
  const list = all.map((server) => {
    const summary = summaries.get(server) ?? summaryOf(server)
    summaries.set(server, summary)
    return summary
  })
  lists.set(all, list)
  return list
}

/** All servers visible to the signed-in user, live. */
export function useServers(): readonly ServerSummary[] {
  const { servers } = getRuntime()
  return summariesOf(useStore(servers.subscribe, servers.all))
}

/** One server with its live metrics; undefined if it does not exist, and for null. */
export function useServer(id: string | null): ServerStatus | undefined {
  const { servers } = getRuntime()
  return useStore(servers.subscribe, () => (id === null ? undefined : servers.one(id)))
}

/**
 * One live metric of a server. Only re-renders when its value changes.
 *
 * @example
 * const cpu = useMetric(config.server, 'cpu') // number | undefined, percent
 */
export function useMetric<Path extends string>(id: string | null, path: Path): MetricValue<Path> {
  const { servers } = getRuntime()
  return useStore(servers.subscribe, () => metricAt(id === null ? undefined : servers.one(id), path))
}

/** Whether the agent of a server offers a capability, such as `CAP_TERMINAL`. False if the server does not exist. */
export function useCapability(id: string | null, name: CapabilityName): boolean {
  const { servers } = getRuntime()
  const key = name.slice('CAP_'.length).toLowerCase()
  const bit = Object.hasOwn(capabilityBits, key) ? capabilityBits[key as keyof typeof capabilityBits] : 0
  return useStore(servers.subscribe, () => ((id === null ? 0 : (servers.one(id)?.capabilities ?? 0)) & bit) !== 0)
}
