import type { Live } from '@svc/plugin-enrollment/contract'
import { toTimestamp } from '@svc/plugin-sdk'
import { type Payload, plainText } from '@svc/protocol'
import type { SecurityHostStatus } from './events/event-schema.ts'
import { detectorSources, type SecurityStatus, SecurityStatusUpdate } from './wire.ts'

/** 9999-12-31T23:59:59Z */
const maxEpochSeconds = 253_402_300_799

/** How connected agents read their sources, as they say. */
export function makeHostStatus(live: Pick<Live, 'broadcast'>) {
  const byServer = new Map<string, SecurityHostStatus>()
  return {
    get: (serverId: string): SecurityHostStatus | null => byServer.get(serverId) ?? null,
    forget: (serverId: string) => void byServer.delete(serverId),
    receive(serverId: string, sent: Payload<typeof SecurityStatus>) {
      const { learning_until, suppressed_events, skipped_bytes, skipped_seconds } = sent
      const sources = detectorSources.flatMap((source) => sent.sources.find((each) => each.source === source) ?? [])
      const isInstant = learning_until != null && learning_until >= 0 && learning_until <= maxEpochSeconds
      byServer.set(serverId, {
        sources: sources.map(({ source, state, path }) => ({
          source,
          state,
          path: path == null ? null : plainText(path, 512),
        })),
        learning_until: isInstant ? toTimestamp(learning_until) : null,
        suppressed_events,
        skipped_bytes,
        skipped_seconds,
      })
      live.broadcast(SecurityStatusUpdate, { server_id: serverId })
    },
  }
}
export type HostStatus = ReturnType<typeof makeHostStatus>
