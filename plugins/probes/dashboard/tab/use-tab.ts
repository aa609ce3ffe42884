import { useApi, useLiveMessage } from '@svc/dashboard-sdk'
import type { NetworkSetting, NetworkSummary, NetworkTarget } from '@svc/plugin-probes/contract'
import type { Payload } from '@svc/protocol'
import { useState } from 'react'
import type { NetworkProbeUpdate } from '../../src/wire.ts'
import { probesPath, settingPath, targetsPath } from '../paths.ts'
import type { Capable } from './missing-capability.ts'

const refresh = { refetchInterval: 60_000, keepPrevious: true } as const

/** What is known of a server before any round. */
export interface Known {
  readonly assigned: readonly NetworkTarget[]
  /** that there are */
  readonly all: readonly NetworkTarget[]
  readonly setting: NetworkSetting
  /** undefined while it is read */
  readonly record: Capable | undefined
}

/** What the tab of a server is made of, whatever stretch of time it shows. */
export function useTab(serverId: string) {
  const path = probesPath(serverId)
  const assigned = useApi<readonly NetworkTarget[]>(`${path}/targets`, refresh)
  const all = useApi<readonly NetworkTarget[]>(targetsPath)
  const setting = useApi<NetworkSetting>(settingPath)
  const summary = useApi<NetworkSummary>(`${path}/summary`, refresh)
  const record = useApi<Capable>(`/api/servers/${encodeURIComponent(serverId)}`)
  const [heard, setHeard] = useState<string>()
  useLiveMessage<Payload<typeof NetworkProbeUpdate>>('network_probe_update', ({ server_id, results }) => {
    if (server_id === serverId && Array.isArray(results)) setHeard(results.at(-1)?.timestamp ?? heard)
  })
  const told = summary.data?.last_probe_at ?? undefined
  const needed = [assigned, all, setting]
  const known: Known | undefined =
    assigned.data && all.data && setting.data
      ? { assigned: assigned.data, all: all.data, setting: setting.data, record: record.data }
      : undefined
  return {
    known,
    /** RFC 3339; undefined while there was none */
    lastProbe: heard && (!told || Date.parse(heard) > Date.parse(told)) ? heard : told,
    error: needed.find(({ data, error }) => !data && error)?.error ?? undefined,
    retry: () => {
      for (const answer of needed) if (answer.error) void answer.refetch()
    },
  }
}
