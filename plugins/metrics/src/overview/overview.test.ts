import type { Billing, Server } from '@svc/plugin-enrollment/contract'
import { report } from '@svc/protocol/testing'
import { expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'
import { packPeriod } from '../keys.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const day = 24 * 60 * minute
const noon = Date.UTC(2026, 4, 20, 12)
const gib = 2 ** 30

withFleet(noon)

const billing = (of: Partial<Billing>): Billing => ({
  price: null,
  currency: null,
  cycle: 'monthly',
  startDay: 1,
  expiresAt: null,
  trafficLimit: null,
  trafficLimitType: null,
  ...of,
})
const later = (ms: number) => kernel.clock.set(kernel.clock.now() + ms)
const record = async (server: Server, of: Parameters<typeof report>[0] = {}) => {
  fleet.report(server, report(of))
  await kernel.runJob('RecordWriter')
}
const ask = async (who: 'member' | 'admin' = 'member') => {
  const answer = await kernel.as(who).inject('/api/overview')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const nothing = { offline_since: null, uptime: null, recent: null, traffic: null, expires_at: null, disk: null }

/** A week of hourly records; the disk grows by `perHour` GiB to `now` GiB. */
function grow({ number }: Server, now: number, perHour: number) {
  const insert = kernel.database.prepare(
    `INSERT INTO metrics_hourly_records (id, hour, cpu, mem_used, swap_used, disk_used, net_in_speed, net_out_speed,
       net_in_transfer, net_out_transfer, load1, load5, load15, tcp_conn, udp_conn, process_count)
     VALUES (?, ?, 0, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  )
  const last = noon / 3_600_000 - 1
  for (let ago = 0; ago < 160; ago++) {
    insert.run(packPeriod(number, last - ago), last - ago, Math.round((now - ago * perHour) * gib))
  }
}

it('has a row for each visible server, even without data', async () => {
  const server = fleet.add(7)
  const hidden = fleet.add(8, true)
  expect(await ask()).toEqual([{ server_id: server.id, ...nothing }])
  expect(await ask('admin')).toEqual([
    { server_id: server.id, ...nothing },
    { server_id: hidden.id, ...nothing },
  ])
})

it('reports since when a server is offline, also after a restart', async () => {
  const [there, offline] = [fleet.add(7), fleet.add(8)]
  await record(there)
  await record(offline)
  fleet.disconnect(offline)
  later(10 * minute)
  expect(await ask()).toMatchObject([{ offline_since: null }, { offline_since: '2026-05-20T12:01:00Z' }])
})

it('summarizes the last ten minutes', async () => {
  const server = fleet.add(7)
  for (let i = 0; i < 12; i++) {
    await record(server, { cpu: i < 2 ? 3 : 90 + (i % 2), temperature: 80 })
    later(minute)
  }
  later(-minute)
  expect(await ask()).toMatchObject([{ recent: { minutes: 10, cpu_mean: 90.5, cpu_least: 90, temperature: 80 } }])
})

it('includes traffic usage, contract end and monthly uptime', async () => {
  const limited = { trafficLimit: 1000, expiresAt: noon / 1000 + 86_400 }
  const server = fleet.add(7, false, { billing: billing(limited) })
  await record(server, { net_in_transfer: 1000, net_out_transfer: 0 })
  later(minute)
  await record(server, { net_in_transfer: 1600, net_out_transfer: 0 })
  expect(await ask()).toMatchObject([
    {
      traffic: { percent_used: 60, prediction: { will_exceed: false }, days_remaining: 11 },
      expires_at: '2026-05-21T12:00:00Z',
      uptime: { percent: 100, known_minutes: 2 },
    },
  ])
})

it('predicts when a disk is full, only for steady growth', async () => {
  const sized = { diskTotal: 300 * gib }
  const [filling, still] = [fleet.add(7, false, sized), fleet.add(8, false, sized)]
  grow(filling, 228, 1)
  grow(still, 228, 0)
  const [first, second] = await ask()
  expect(first.disk).toEqual({ bytes_per_day: 24 * gib, full_at: '2026-05-23T12:00:00Z' })
  expect(second.disk).toBeNull()
})

it('reads many servers in the worker, with the same result', async () => {
  const sized = { diskTotal: 300 * gib }
  const servers = Array.from({ length: 30 }, (_, i) => fleet.add(i + 1, false, sized))
  for (const server of servers) grow(server, 228, 1)
  const rows = await ask()
  expect(rows).toHaveLength(30)
  for (const row of rows) expect(row.disk.full_at).toBe('2026-05-23T12:00:00Z')
})

it('reads the data once a minute', async () => {
  const server = fleet.add(7)
  await record(server)
  fleet.disconnect(server)
  expect((await ask())[0].offline_since).toBe('2026-05-20T12:01:00Z')
  kernel.database.exec('UPDATE metrics_traffic_counters SET minute = minute - 60')
  later(minute - 1)
  expect((await ask())[0].offline_since).toBe('2026-05-20T12:01:00Z')
  later(1)
  expect((await ask())[0].offline_since).toBe('2026-05-20T11:01:00Z')
})

it('retries immediately after a failed read', async () => {
  fleet.add(7)
  kernel.database.exec('ALTER TABLE metrics_traffic_counters RENAME TO metrics_elsewhere')
  expect((await kernel.as('member').inject('/api/overview')).statusCode).toBe(500)
  kernel.database.exec('ALTER TABLE metrics_elsewhere RENAME TO metrics_traffic_counters')
  expect(await ask()).toHaveLength(1)
})

it('omits deleted servers', async () => {
  const server = fleet.add(7)
  await record(server)
  later(day)
  fleet.delete(server)
  expect(await ask()).toEqual([])
})
