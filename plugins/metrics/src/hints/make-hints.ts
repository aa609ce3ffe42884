import type { Agents, Health, HealthSource, Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Core, type Job, type Registry, toSeconds } from '@svc/plugin-sdk'
import { makeWalk, minuteOf } from '@svc/series'
import type { Latest, TrafficShare, TrafficShares } from '../contract.ts'
import type { RecentMinutes } from '../recent-minutes.ts'
import type { Trend } from './disk-trend.ts'
import type { HintFacts } from './hints.ts'
import { type FoundHints, isSameHints, judge } from './judge.ts'
import type { HealthLimits } from './limit-schema.ts'
import { type FoundTrend, readDiskTrends, type TrendsInput } from './read-disk-trends.ts'

interface Dependencies extends Pick<Core, 'clock' | 'db' | 'log' | 'offload'> {
  readonly servers: Pick<Servers, 'get' | 'ids' | 'list'>
  readonly agents: Pick<Agents, 'isOnline'>
  readonly health: Pick<Health, 'refresh'>
  readonly latest: Latest
  readonly recent: Pick<RecentMinutes, 'count' | 'values'>
  readonly trafficShares: Registry<TrafficShares>
  limits(): HealthLimits
}

/** A walk over the fleet: a chunk takes about two milliseconds of the main thread. */
const walkMs = 10_000
const chunkSize = 20
/** Traffic and trends change slowly, and reading them is the expensive part. */
const slowMs = 300_000
/** Reading the trends of this many servers takes a few milliseconds; larger fleets go to the worker. */
const maxMainThreadServers = 20
/** A few of ten records may be missing. */
const minRecentMinutes = 8

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

interface SlowFacts {
  readonly traffic: ReadonlyMap<string, TrafficShare>
  readonly disks: ReadonlyMap<number, Trend>
}

/** Judges every server every ten seconds by the limits of the settings, and tells the health of servers. */
export function makeHints(deps: Dependencies) {
  const { clock, db, log, offload, servers, agents, health, latest, recent, trafficShares, limits } = deps
  const found = new Map<string, FoundHints>()
  let slow: SlowFacts = { traffic: new Map(), disks: new Map() }
  let slowAt: number | undefined

  async function readSlowFacts(signal: AbortSignal): Promise<void> {
    const now = clock.now()
    if (slowAt !== undefined && Math.abs(now - slowAt) < slowMs) return
    slowAt = now
    try {
      const fleet = servers.list()
      const input: TrendsInput = {
        servers: fleet.map(({ number, diskTotal }) => ({ number, diskTotal })),
        hour: Math.floor(toSeconds(now) / 3600),
      }
      const [traffic, disks] = await Promise.all([
        Promise.all(trafficShares.all().map((known) => known.of(fleet))),
        fleet.length <= maxMainThreadServers
          ? readDiskTrends({ db, log }, input)
          : offload<TrendsInput, FoundTrend[]>(new URL('./read-disk-trends.js', import.meta.url), input, { signal }),
      ])
      slow = { traffic: new Map(traffic.flatMap((shares) => [...shares])), disks: new Map(disks) }
    } catch (error) {
      slowAt = undefined
      if (!signal.aborted) log.warn({ err: error }, 'failed to read traffic and disk trends of the fleet')
    }
  }

  const recentOf = (number: number, minute: number): HintFacts['recent'] => {
    if (recent.count(number, minute) < minRecentMinutes) return undefined
    const temperatures = recent.values(number, 'temperature', minute)
    return {
      cpuLeast: Math.min(...recent.values(number, 'cpu', minute)),
      temperature: temperatures.length > 0 ? mean(temperatures) : undefined,
    }
  }

  const factsOf = (server: Server): HintFacts => ({
    server,
    report: agents.isOnline(server.id) ? latest.get(server.id)?.report : undefined,
    recent: recentOf(server.number, minuteOf(clock.now())),
    traffic: slow.traffic.get(server.id),
    disk: slow.disks.get(server.number),
    now: toSeconds(clock.now()),
  })

  /** Returns whether the hints of the server changed. */
  const check = (id: string): boolean => {
    const server = servers.get(id)
    const before = found.get(id)
    if (!server) return found.delete(id)
    const now = judge(factsOf(server), limits(), before)
    if (now.size > 0) found.set(id, now)
    else found.delete(id)
    return !isSameHints(before, now)
  }

  const walk = makeWalk<string>(
    { clock, log, chunkSize, spreadMs: walkMs, failure: 'failed to judge the health of some servers' },
    (ids) => health.refresh(ids.filter(check)),
  )

  const job: Job = {
    name: 'HealthHints',
    every: walkMs,
    async run(signal) {
      await readSlowFacts(signal)
      walk.start(servers.ids())
    },
  }

  const source: HealthSource = {
    plugin: 'metrics',
    reasons: (id) => {
      const server = servers.get(id)
      const hints = found.get(id)
      if (!server || !hints) return []
      const facts = factsOf(server)
      return [...hints.values()].map(({ hint, level, since, limit }) => ({
        ...{ id: hint.id, level, since, text: hint.text(limit, facts) },
        link: `/servers/${encodeURIComponent(id)}${hint.query}`,
      }))
    },
  }

  return {
    job,
    source,
    /** The limits changed. */
    recheck: () => walk.start(servers.ids()),
    forget: (id: string) => void found.delete(id),
    close: walk.stop,
  }
}
