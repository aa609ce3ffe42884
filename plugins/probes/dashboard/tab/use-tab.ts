import { useApi, useLiveMessage } from '@svc/dashboard-sdk'
import type { NetworkSetting, NetworkSummary, NetworkTarget } from '@svc/plugin-probes/contract'
import { capabilityBits, type Payload } from '@svc/protocol'
import { useState } from 'react'
import type { NetworkProbeUpdate } from '../../src/wire.ts'
import { probesPath, settingPath, targetsPath } from '../paths.ts'

const refresh = { refetchInterval: 60_000, keepPrevious: true } as const

/** Targets, settings and capabilities of a server. */
export interface TabContext {
  readonly assigned: readonly NetworkTarget[]
  /** all existing targets */
  readonly all: readonly NetworkTarget[]
  readonly setting: NetworkSetting
  /** undefined while loading */
  readonly record: Capable | undefined
}

/** Data of the tab of a server that does not depend on the range. */
export function useTab(serverId: string) {
  const path = probesPath(serverId)
  const assigned = useApi<readonly NetworkTarget[]>(`${path}/targets`, refresh)
  const all = useApi<readonly NetworkTarget[]>(targetsPath)
  const setting = useApi<NetworkSetting>(settingPath)
  const summary = useApi<NetworkSummary>(`${path}/summary`, refresh)
  const record = useApi<Capable>(`/api/servers/${encodeURIComponent(serverId)}`)
  const [liveProbe, setLiveProbe] = useState<string>()
  useLiveMessage<Payload<typeof NetworkProbeUpdate>>('network_probe_update', ({ server_id, results }) => {
    if (server_id === serverId && Array.isArray(results)) setLiveProbe(results.at(-1)?.timestamp ?? liveProbe)
  })
  const storedProbe = summary.data?.last_probe_at ?? undefined
  const needed = [assigned, all, setting]
  const context: TabContext | undefined =
    assigned.data && all.data && setting.data
      ? { assigned: assigned.data, all: all.data, setting: setting.data, record: record.data }
      : undefined
  return {
    context,
    /** RFC 3339; undefined without a round */
    lastProbe: liveProbe && (!storedProbe || Date.parse(liveProbe) > Date.parse(storedProbe)) ? liveProbe : storedProbe,
    error: needed.find(({ data, error }) => !data && error)?.error ?? undefined,
    retry: () => {
      for (const answer of needed) if (answer.error) void answer.refetch()
    },
  }
}

/** Capabilities of a server, most specific first. */
export interface Capable {
  readonly effective_capabilities: number | null
  readonly agent_local_capabilities: number | null
  readonly capabilities: number
  readonly has_token: boolean
}

const needed: Readonly<Record<string, 'ping_icmp' | 'ping_tcp' | 'ping_http'>> = {
  icmp: 'ping_icmp',
  tcp: 'ping_tcp',
  http: 'ping_http',
}

/** The capability that a probe of this type needs and the agent lacks; undefined if it has it or is unknown. */
export function missingCapability(record: Capable | undefined, probeType: string) {
  const capability = needed[probeType]
  if (!record?.has_token || !capability) return undefined
  const mask = record.effective_capabilities ?? record.agent_local_capabilities ?? record.capabilities
  return (mask & capabilityBits[capability]) === 0 ? capability : undefined
}
