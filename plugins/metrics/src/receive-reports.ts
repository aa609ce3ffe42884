import { type Live, type LiveStatus, onAgent } from '@svc/plugin-enrollment/contract'
import { Report } from '@svc/protocol'
import type { Sample } from './contract.ts'
import { figures } from './live-metrics.ts'
import type { Samples } from './samples.ts'
import { sanitize } from './sanitize.ts'

/** A report that arrives becomes the latest sample of its server and is shown to the browsers at once. */
export const takeReports = (
  samples: Samples,
  live: Pick<Live, 'update'>,
  heard: (number: number, serverId: string, sample: Sample) => void,
) =>
  onAgent(Report, (report, from) => {
    const sample = { report: sanitize(report), receivedAt: from.receivedAt }
    samples.put(from, sample)
    live.update(figures(from.serverId, from.serverName, sample))
    heard(from.serverNumber, from.serverId, sample)
  })

/** The last figures of each server, for browsers that connect. Name and state are not this plugin's to tell. */
export const lastFigures = (samples: Samples): LiveStatus => ({
  plugin: 'metrics',
  metrics(serverId) {
    const sample = samples.get(serverId)
    if (!sample) return undefined
    const { name: _, online: __, ...shown } = figures(serverId, '', sample)
    return shown
  },
})
