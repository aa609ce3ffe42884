import type { HealthSource } from '@svc/plugin-enrollment/contract'
import { text } from '@svc/plugin-sdk'
import type { HostsStore } from './hosts-store.ts'
import { judgeDisk } from './judge.ts'

/** A failing disk is critical, one with bad sectors or worn out a warning. */
export const healthSource = (hosts: Pick<HostsStore, 'get'>): HealthSource => ({
  plugin: 'smart',
  reasons(serverId) {
    const host = hosts.get(serverId)
    return (host?.disks ?? []).flatMap((disk) => {
      const level = judgeDisk(disk)
      if (level === 0 || !host) return []
      const code = level === 2 ? 'smart.FAILING' : 'smart.WORN'
      return [
        {
          ...{ id: `disk ${disk.device}`, level, since: host.reportedAt },
          text: text(code, { device: disk.device }),
          link: `/servers/${encodeURIComponent(serverId)}?tab=smart`,
        },
      ]
    })
  },
})
