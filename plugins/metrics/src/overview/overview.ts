import { Type } from '@sinclair/typebox'
import type { Agents, Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Core, data, type Routes, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import { minuteOf } from '../keys.ts'
import type { RecentMinutes } from '../recent-minutes.ts'
import type { Statistics } from '../traffic/statistics.ts'
import type { TrafficShare } from '../traffic/traffic-schema.ts'
import { OverviewRow } from './overview-schema.ts'
import { type OverviewFacts, type OverviewInput, readOverviewFacts } from './read-facts.ts'

export interface OverviewDependencies extends Pick<Core, 'clock' | 'db' | 'log' | 'offload'> {
  readonly servers: Pick<Servers, 'list'>
  readonly agents: Pick<Agents, 'isOnline'>
  readonly statistics: Pick<Statistics, 'limitUsage'>
  readonly recent: Pick<RecentMinutes, 'count' | 'values'>
}

/** Reading a month of this many servers takes a few milliseconds; larger fleets go to the worker. */
const maxMainThreadServers = 20
const cacheMs = 60_000
const hour = 3600
const gib = 2 ** 30

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The data read at `at`. */
interface Snapshot {
  readonly at: number
  readonly facts: ReadonlyMap<number, OverviewFacts>
  readonly shares: ReadonlyMap<string, TrafficShare>
}

/** Returns the rows of the overview. Stored data is read once a minute and shared by all requests. */
export function makeOverview({ clock, db, log, offload, servers, agents, statistics, recent }: OverviewDependencies) {
  let last: { readonly at: number; readonly snapshot: Promise<Snapshot> } | undefined

  async function read(at: number): Promise<Snapshot> {
    const fleet = servers.list()
    const input: OverviewInput = {
      servers: fleet.map(({ number, createdAt, diskTotal }) => ({ number, createdAt, diskTotal })),
      now: toSeconds(at),
    }
    const [facts, shares] = await Promise.all([
      fleet.length <= maxMainThreadServers
        ? readOverviewFacts({ db, log }, input)
        : offload<OverviewInput, OverviewFacts[]>(new URL('./read-facts.js', import.meta.url), input),
      statistics.limitUsage(fleet),
    ])
    return { at, facts: new Map(facts.map((each) => [each.number, each])), shares }
  }

  function latestSnapshot(): Promise<Snapshot> {
    const at = clock.now()
    if (last && at >= last.at && at - last.at < cacheMs) return last.snapshot
    const started = { at, snapshot: read(at) }
    last = started
    started.snapshot.catch(() => {
      // do not cache failures
      if (last === started) last = undefined
    })
    return started.snapshot
  }

  const recentMetrics = (number: number, minute: number) => {
    const cpu = recent.values(number, 'cpu', minute)
    const temperatures = recent.values(number, 'temperature', minute)
    return {
      cpu_mean: mean(cpu),
      cpu_least: Math.min(...cpu),
      temperature: temperatures.length > 0 ? mean(temperatures) : null,
    }
  }

  const rowOf = ({ id, number, billing }: Server, { at, facts, shares }: Snapshot, minute: number): OverviewRow => {
    const found = facts.get(number)
    const minutes = recent.count(number, minute)
    return {
      server_id: id,
      offline_since:
        agents.isOnline(id) || found?.lastMinute === undefined ? null : toTimestamp((found.lastMinute + 1) * 60),
      uptime: found?.uptime.total
        ? { percent: (found.uptime.online / found.uptime.total) * 100, known_minutes: found.uptime.total }
        : null,
      recent: minutes > 0 ? { minutes, ...recentMetrics(number, minute) } : null,
      traffic: shares.get(id) ?? null,
      expires_at: billing.expiresAt === null ? null : toTimestamp(billing.expiresAt),
      disk: found?.disk
        ? {
            bytes_per_day: Math.round(found.disk.perHour * 24 * gib),
            full_at: toTimestamp(toSeconds(at) + Math.round(found.disk.hoursLeft * hour)),
          }
        : null,
    }
  }

  return async (fleet: readonly Server[]): Promise<OverviewRow[]> => {
    const found = await latestSnapshot()
    const minute = minuteOf(clock.now())
    return fleet.map((server) => rowOf(server, found, minute))
  }
}

export const overviewRoutes =
  (servers: Pick<Servers, 'visibleTo'>, rows: (fleet: readonly Server[]) => Promise<OverviewRow[]>): Routes =>
  async (app) => {
    app.get(
      '/api/overview',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Overview data of each server that its live metrics do not include; at most a minute old',
          response: { 200: data(Type.Array(OverviewRow)) },
        },
      },
      async ({ principal }) => ({ data: await rows(servers.visibleTo(principal)) }),
    )
  }
