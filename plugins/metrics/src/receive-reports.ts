import { type Live, type LiveStatus, onAgent } from '@svc/plugin-enrollment/contract'
import { Report } from '@svc/protocol'
import type { Sample } from './contract.ts'
import { toServerMetrics } from './live-metrics.ts'
import type { Samples } from './samples.ts'
import { sanitize } from './sanitize.ts'

/** Stores each report as the server's latest sample and pushes it to browsers. */
export const receiveReports = (
  samples: Samples,
  live: Pick<Live, 'update'>,
  onReport: (number: number, serverId: string, sample: Sample) => void,
) =>
  onAgent(Report, (report, from) => {
    const sample = { report: sanitize(report), receivedAt: from.receivedAt }
    samples.put(from, sample)
    live.update(toServerMetrics(from.serverId, from.serverName, sample))
    onReport(from.serverNumber, from.serverId, sample)
  })

/** The latest metrics of each server, for browsers that connect. Name and state come from another plugin. */
export const latestMetrics = (samples: Samples): LiveStatus => ({
  plugin: 'metrics',
  metrics(serverId) {
    const sample = samples.get(serverId)
    if (!sample) return undefined
    const { name: _, online: __, ...shown } = toServerMetrics(serverId, '', sample)
    return shown
  },
})
