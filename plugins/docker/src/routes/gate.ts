import type { Agents } from '@svc/plugin-enrollment/contract'
import { type Clock, forbidden, invalid, makeRateLimiter, type Principal, type VisibleServer } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Availability } from '../availability.ts'
import { containerIdPattern, type dockerExtrasFeature, dockerFeature } from '../wire.ts'

/** A page that polls must not fill the audit log. */
const viewIntervalMs = 600_000

const idPattern = new RegExp(containerIdPattern)

/** Becomes part of a URL of the daemon, so anything but an id or name is refused here already. */
export function checkContainerId(id: string): void {
  if (!idPattern.test(id)) throw invalid('cid', 'kernel.PATTERN', { pattern: containerIdPattern })
}

interface Visit {
  readonly principal: Principal
  readonly ip: string
  readonly visibleServer: VisibleServer
}

interface Dependencies {
  readonly clock: Clock
  readonly agents: Pick<Agents, 'features'>
  readonly audit: Pick<Audit, 'write'>
  readonly availability: Pick<Availability, 'reasonOf'>
}

export type Gate = ReturnType<typeof makeGate>

/** What has to hold after the kernel has checked role, server and capability. */
export function makeGate({ clock, agents, audit, availability }: Dependencies) {
  const views = makeRateLimiter({ max: 1, windowMs: viewIntervalMs }, clock)

  const isFirstView = (key: string) => {
    try {
      views.take(key)
      return true
    } catch {
      return false
    }
  }

  const require = (serverId: string, feature: typeof dockerFeature | typeof dockerExtrasFeature) => {
    const features = agents.features(serverId)
    if (!features.includes(dockerFeature)) {
      const reason = availability.reasonOf(serverId)
      throw reason ? forbidden('docker.DAEMON_UNAVAILABLE', { reason }) : forbidden('docker.NOT_AVAILABLE')
    }
    if (!features.includes(feature)) throw forbidden('docker.NOT_SUPPORTED')
  }

  return {
    require,
    /** Audits that someone looks at a server. */
    view({ principal: { userId }, ip, visibleServer: { id } }: Visit, resource: string) {
      if (!isFirstView(`${userId} ${id}`)) return
      audit.write({ userId, ip, action: 'docker_view', detail: { server_id: id, resource } })
    },
  }
}
