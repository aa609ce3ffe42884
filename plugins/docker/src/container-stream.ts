import { type ViewerStream, whileWatched } from '@svc/plugin-enrollment/contract'
import { type HostState, statsInterval } from './host-state.ts'
import { sanitizeContainers, sanitizeStats } from './sanitize.ts'
import {
  DockerContainers,
  DockerStartStats,
  DockerStats,
  DockerStopStats,
  DockerSubscribe,
  DockerUnsubscribe,
  DockerUpdate,
  DockerUpdateUnavailable,
  dockerFeature,
} from './wire.ts'

/** Containers and statistics of a host, for those who watch it. */
export const containerStream = ({ containers, stats, onWatched }: HostState): ViewerStream => ({
  subscribe: DockerSubscribe,
  unsubscribe: DockerUnsubscribe,
  capability: 'docker',
  feature: dockerFeature,
  start: (send) => send(DockerStartStats, statsInterval),
  stop: (send) => send(DockerStopStats, {}),
  updates: [
    whileWatched(DockerContainers, (list, { serverId, send }) => {
      const before = containers.fresh(serverId)
      const now = sanitizeContainers(list.containers)
      containers.set(serverId, now)
      const sample = stats.fresh(serverId)
      // The statistics of the same tick follow; until then only a change is news.
      if (sample && JSON.stringify(before) === JSON.stringify(now)) return
      send(DockerUpdate, { containers: now, stats: sample ?? null })
    }),
    whileWatched(DockerStats, (sample, { serverId, send }) => {
      onWatched(serverId)
      const now = sanitizeStats(sample.stats)
      stats.set(serverId, now)
      const list = containers.fresh(serverId)
      if (list) send(DockerUpdate, { containers: list, stats: now })
    }),
  ],
  unavailable: (reason, send) => send(DockerUpdateUnavailable, { reason }),
})
