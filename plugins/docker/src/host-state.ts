import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Clock } from '@svc/plugin-sdk'
import { sanitizeContainers, sanitizeInfo, sanitizeStats } from './sanitize.ts'
import { makeServerCache } from './server-cache.ts'
import { type Container, DockerStopStats, getInfo, listContainers, sampleStats } from './wire.ts'

/** While somebody watches, a list arrives every three seconds. */
const listMaxAgeMs = 5000
const infoMaxAgeMs = 60_000
const sampleTimeoutMs = 15_000
/** Characters of an id from which on it is as good as the whole. */
const minIdPrefix = 12

export const statsInterval = { interval_secs: 3 }

export type HostState = ReturnType<typeof makeHostState>

/** What agents said last about containers, statistics and the daemon. They are asked if that is stale. */
export function makeHostState(clock: Clock, agents: Pick<Agents, 'request' | 'send'>) {
  const containers = makeServerCache(clock, listMaxAgeMs, async (serverId) =>
    sanitizeContainers((await agents.request(serverId, listContainers, {})).containers),
  )
  /** servers whose statistics go to viewers as well since they were asked for */
  const watched = new Set<string>()
  const stats = makeServerCache(clock, listMaxAgeMs, async (serverId) => {
    watched.delete(serverId)
    try {
      const sample = await agents.request(serverId, sampleStats, statsInterval, { timeout: sampleTimeoutMs })
      return sanitizeStats(sample.stats)
    } finally {
      if (!watched.has(serverId)) agents.send(serverId, DockerStopStats, {})
    }
  })
  const info = makeServerCache(clock, infoMaxAgeMs, async (serverId) =>
    sanitizeInfo((await agents.request(serverId, getInfo, {})).info),
  )
  return {
    containers,
    stats,
    info,
    /** Statistics arrived that viewers get. */
    onWatched: (serverId: string) => void watched.add(serverId),
    /** The container with this id or name. */
    find(serverId: string, name: string): Container | undefined {
      const isIt = ({ id, name: own }: Container) =>
        own === name || id === name || (name.length >= minIdPrefix && id.startsWith(name))
      return containers.last(serverId)?.find(isIt)
    },
    /** The daemon or its agent is gone. */
    forget(serverId: string) {
      for (const cache of [containers, stats, info]) cache.forget(serverId)
      watched.delete(serverId)
    },
  }
}
