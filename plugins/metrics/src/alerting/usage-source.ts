import type { UsageSource } from '@svc/plugin-alerts/contract'
import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Latest } from '../contract.ts'

/** The latest CPU and memory usage, for notification texts. */
export const usageSource = (servers: Pick<Servers, 'get'>, latest: Latest): UsageSource => ({
  plugin: 'metrics',
  of(serverId) {
    const report = latest.get(serverId)?.report
    if (!report) return { cpu: null, memory: null }
    const total = servers.get(serverId)?.memTotal ?? 0
    return { cpu: report.cpu, memory: total > 0 ? Math.min(100, (report.mem_used / total) * 100) : null }
  },
})
