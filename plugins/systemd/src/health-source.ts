import type { HealthSource } from '@svc/plugin-enrollment/contract'
import { text } from '@svc/plugin-sdk'
import type { HostsStore } from './hosts-store.ts'

/** A server with failed units needs attention. */
export const healthSource = (hosts: Pick<HostsStore, 'get'>): HealthSource => ({
  plugin: 'systemd',
  reasons(serverId) {
    const host = hosts.get(serverId)
    const [first, ...others] = host?.units ?? []
    if (!host || !first) return []
    return [
      {
        id: 'failed_units',
        level: 1,
        since: host.reportedAt,
        text:
          others.length === 0
            ? text('systemd.FAILED_UNIT', { name: first.name })
            : text('systemd.FAILED_UNITS', { name: first.name, count: others.length }),
        link: `/servers/${encodeURIComponent(serverId)}?tab=systemd`,
      },
    ]
  },
})
