import type { Live } from '@svc/plugin-enrollment/contract'
import { DockerAvailabilityChanged, dockerFeature } from './wire.ts'

/** Tells browsers when the daemon of a host becomes reachable, and when it no longer is. */
export function makeAvailability(live: Pick<Live, 'broadcast'>) {
  const reachable = new Set<string>()
  return {
    /** Returns whether the daemon is reachable. */
    update(serverId: string, features: readonly string[]): boolean {
      const available = features.includes(dockerFeature)
      if (available === reachable.has(serverId)) return available
      if (available) reachable.add(serverId)
      else reachable.delete(serverId)
      live.broadcast(DockerAvailabilityChanged, { server_id: serverId, available })
      return available
    },
  }
}
