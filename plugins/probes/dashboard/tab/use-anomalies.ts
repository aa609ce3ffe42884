import { type AbsoluteRange, toIsoTime, useApi, useInvalidate, useLiveMessage, useNow } from '@svc/dashboard-sdk'
import type { NetworkAnomaly } from '@svc/plugin-probes/contract'
import type { Payload } from '@svc/protocol'
import type { NetworkProbeUpdate } from '../../src/wire.ts'
import { type LatencyLimits, lossLimits } from '../fleet/health.ts'
import { useLimits } from '../fleet/use-limits.ts'
import { probesPath } from '../paths.ts'

/** The server tells of no more, the newest. */
export const mostAnomalies = 500

const minute = 60_000
const day = 86_400

/** What was out of the ordinary in `span`, the newest first; without a span in the last 24 hours. */
export function useAnomalies(serverId: string, span: AbsoluteRange | undefined) {
  const now = Math.floor(useNow(minute) / minute) * 60
  const { from, to } = span ?? { from: now - day, to: now + 60 }
  const path = `${probesPath(serverId)}/anomalies`
  const invalidate = useInvalidate()
  const limits = useLimits()
  // the list is read every minute anyway
  useLiveMessage<Payload<typeof NetworkProbeUpdate>>('network_probe_update', ({ server_id, results }) => {
    if (span || server_id !== serverId || !Array.isArray(results)) return
    if (results.some((round) => isOdd(round, limits))) void invalidate(path)
  })
  return useApi<readonly NetworkAnomaly[]>(path, {
    search: { from: toIsoTime(from), to: toIsoTime(to) },
    keepPrevious: true,
  })
}

type Result = Payload<typeof NetworkProbeUpdate>['results'][number]

const isOdd = ({ packet_loss, avg_latency }: Result, { warning, severe }: LatencyLimits) =>
  packet_loss > lossLimits.warning || (avg_latency ?? 0) > Math.min(warning, severe)
