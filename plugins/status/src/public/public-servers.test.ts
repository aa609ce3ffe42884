import type { PublishedServer } from '@svc/plugin-enrollment/contract'
import type { History, UptimeEntry } from '@svc/plugin-metrics/contract'
import { expect, it } from 'vitest'
import { makePublicServers } from './public-servers.ts'

it('the overview and the pages of servers read uptime once for all servers', async () => {
  const reads: [servers: number, days: number][] = []
  const published = ['a', 'b', 'c'].map((id) => ({ id, name: id }) as PublishedServer)
  const servers = makePublicServers({
    clock: { now: () => Date.UTC(2026, 4, 1, 12) },
    page: { get: () => ({ all_servers: true, serverIds: [] as readonly string[] }) } as never,
    publishedServers: { list: () => published, revision: () => 0 },
    agents: { isOnline: () => true },
    health: { of: () => ({ level: 0, reasons: [] }) },
    latest: undefined,
    history: {
      async uptimeDays(wanted: readonly PublishedServer[], days: number) {
        reads.push([wanted.length, days])
        const minutes = { online_minutes: 9, total_minutes: 10, uptime_percent: 90 }
        const entry: UptimeEntry = { date: '2026-05-01', ...minutes, downtime_incidents: 1 }
        return new Map(wanted.map(({ id }) => [id, Array.from({ length: days }, () => entry)]))
      },
    } as unknown as History,
    windows: { within: () => [] },
  })
  for (const server of published) {
    expect(await servers.list()).toHaveLength(3)
    expect((await servers.detail(server))?.uptime_percent).toBe(90)
  }
  expect(reads).toEqual([
    [3, 90],
    [3, 2],
  ])
})
