import type { Live } from '@svc/plugin-enrollment/contract'
import { plainText } from '@svc/protocol'
import { DockerAvailabilityChanged, dockerFeature } from './wire.ts'

const maxReasonLength = 500

export type Availability = ReturnType<typeof makeAvailability>

/** Tells browsers when the daemon of a host becomes reachable, and when it no longer is. */
export function makeAvailability(live: Pick<Live, 'broadcast'>) {
  const reachable = new Set<string>()
  const reasons = new Map<string, string>()
  return {
    /** Returns whether the daemon is reachable. */
    update(serverId: string, features: readonly string[]): boolean {
      const available = features.includes(dockerFeature)
      if (available) reasons.delete(serverId)
      if (available === reachable.has(serverId)) return available
      if (available) reachable.add(serverId)
      else reachable.delete(serverId)
      live.broadcast(DockerAvailabilityChanged, { server_id: serverId, available })
      return available
    },
    /** The agent says why it does not reach the daemon. */
    explain(serverId: string, reason: string | null) {
      if (reason) reasons.set(serverId, plainText(reason, maxReasonLength))
    },
    reasonOf: (serverId: string): string | undefined => reasons.get(serverId),
    /** The agent has disconnected. */
    forget: (serverId: string) => void reasons.delete(serverId),
  }
}
