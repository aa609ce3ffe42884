import type { Billing, Server } from '@svc/plugin-enrollment/contract'
import { report } from '@svc/protocol/testing'
import { describe, expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const noon = Date.UTC(2026, 4, 20, 12)

withFleet(noon)

const add = (number: number, of: Partial<Billing> = {}, more: Partial<Server> = {}) =>
  fleet.add(number, more.hidden ?? false, {
    ...more,
    billing: {
      price: 31,
      currency: null,
      cycle: 'monthly',
      startDay: 1,
      expiresAt: null,
      trafficLimit: null,
      trafficLimitType: null,
      ...of,
    },
  })
const ask = async (url: string, who: 'member' | 'admin' = 'member') => {
  const answer = await kernel.as(who).inject(url)
  return { status: answer.statusCode, data: answer.json().data }
}
const advisories = async (server: Server) => (await ask(`/api/servers/${server.id}/cost-insights`)).data.advisories

describe('GET /api/servers/{id}/cost-insights', () => {
  it('returns cost, elapsed cost and cost per resource', async () => {
    const size = { cpuCores: 2, memTotal: 4 * 2 ** 30, diskTotal: null }
    const server = add(7, { currency: ' EUR ', price: 31 }, size)
    expect(await ask(`/api/servers/${server.id}/cost-insights`)).toEqual({
      status: 200,
      data: {
        server_id: server.id,
        configured: true,
        invalid_reason: null,
        currency: 'EUR',
        billing_cycle: 'monthly',
        cost_per_second: 1 / 86_400,
        cost_per_hour: 1 / 24,
        cost_per_day: 1,
        cost_per_month_equivalent: 31,
        cycle_cost_elapsed: 20,
        cycle_burn_percent: (20 / 31) * 100,
        days_remaining: 11,
        advisories: [],
        price: 31,
        cycle_start: '2026-05-01',
        cycle_end: '2026-05-31',
        cycle_days: 31,
        days_elapsed: 20,
        cycle_cost_remaining: 11,
        resource_value: {
          cost_per_cpu_core: 15.5,
          cost_per_gb_memory: 7.75,
          cost_per_gb_disk: null,
          cost_per_tb_traffic_limit: null,
          traffic_limit_type: null,
        },
      },
    })
  })

  it('returns the reason if there is no cost', async () => {
    const server = add(7, { price: null, expiresAt: 1 })
    expect((await ask(`/api/servers/${server.id}/cost-insights`)).data).toEqual({
      server_id: server.id,
      configured: false,
      invalid_reason: 'missing_price',
      currency: 'USD',
      billing_cycle: 'monthly',
      cost_per_second: null,
      cost_per_hour: null,
      cost_per_day: null,
      cost_per_month_equivalent: null,
      cycle_cost_elapsed: null,
      cycle_burn_percent: null,
      days_remaining: null,
      advisories: [],
      price: null,
      cycle_start: null,
      cycle_end: null,
      cycle_days: null,
      days_elapsed: null,
      cycle_cost_remaining: null,
      resource_value: null,
    })
    const hidden = add(8, {}, { hidden: true })
    expect((await ask(`/api/servers/${hidden.id}/cost-insights`)).status).toBe(404)
    expect((await ask('/api/servers/nobody/cost-insights')).status).toBe(404)
  })

  it('derives advisories from the records of a day', async () => {
    const size = { memTotal: 10_000 }
    const idle = add(1, {}, size)
    const downloads = add(2, {}, size)
    const writes = add(3, {}, size)
    const offline = add(4, {}, size)
    const quiet = { cpu: 1, mem_used: 100, net_in_speed: 0, net_out_speed: 0 }
    const reports = async (minutes: number, ...more: Server[]) => {
      for (let i = 0; i < minutes; i++) {
        for (const server of [idle, ...more]) fleet.report(server, report(quiet))
        fleet.report(downloads, report({ ...quiet, net_in_speed: i === 3 ? 1 : 0 }))
        const rate = { name: 'sda', read_bytes_per_sec: 0, write_bytes_per_sec: i === 3 ? 1 : 0 }
        fleet.report(writes, report({ ...quiet, disk_io: [rate] }))
        await kernel.clock.advance(minute)
      }
    }
    await reports(10, offline)
    fleet.disconnect(offline)
    expect(await advisories(idle)).toEqual(['idle_burn'])
    expect([await advisories(downloads), await advisories(writes)]).toEqual([[], []])
    expect(await advisories(offline)).toEqual(['idle_burn'])
    kernel.clock.set(noon + 24 * 60 * minute)
    expect(await advisories(offline)).not.toContain('sleeping_money')
    kernel.clock.set(noon + (24 * 60 + 11) * minute)
    expect(await advisories(offline)).toEqual(['sleeping_money'])
    await reports(10)
    expect(await advisories(offline)).toContain('low_uptime')
    expect(await advisories(idle)).toEqual(['idle_burn'])
  })
})

describe('GET /api/cost/overview', () => {
  it('sums by currency and sorts by name', async () => {
    add(1, { price: 31 }, { name: 'b' })
    add(2, { price: 62, currency: 'EUR' }, { name: 'c' })
    add(3, { price: 310 }, { name: 'a' })
    add(4, { cycle: 'weekly', currency: 'CHF' }, { name: 'a', id: 'server-0' })
    add(5, { price: Number.MAX_VALUE, currency: 'XXX' }, { name: 'd', hidden: true })
    add(6, { price: Number.MAX_VALUE, currency: 'XXX' }, { name: 'e', hidden: true })
    const { data } = await ask('/api/cost/overview')
    expect(data.servers.map((row: { name: string; server_id: string }) => [row.name, row.server_id])).toEqual([
      ['a', 'server-0'],
      ['a', 'server-3'],
      ['b', 'server-1'],
      ['c', 'server-2'],
    ])
    expect(data.servers[0]).toMatchObject({
      configured: false,
      invalid_reason: 'invalid_billing_cycle',
      currency: 'CHF',
    })
    const totals = (currency: string, count: number, daily: number) => ({
      currency,
      configured_server_count: count,
      monthly_equivalent_total: daily * 31,
      daily_total: daily,
      cycle_elapsed_total: daily * 20,
    })
    expect(data.currencies).toEqual([totals('EUR', 1, 2), totals('USD', 2, 11)])
    const all = await ask('/api/cost/overview', 'admin')
    expect(all.data.currencies[2]).toMatchObject({ currency: 'XXX', monthly_equivalent_total: Number.MAX_VALUE })
  })

  it('reads a large fleet in the worker, with the same result', async () => {
    const servers = Array.from({ length: 30 }, (_, i) => add(i + 1, {}, { memTotal: 1e12 }))
    for (const server of servers) fleet.report(server, report({ cpu: 0, net_in_speed: 0, net_out_speed: 0 }))
    await kernel.clock.advance(minute)
    const { data } = await ask('/api/cost/overview')
    expect(data.servers).toHaveLength(30)
    for (const row of data.servers) expect(row.advisories).toEqual(['idle_burn'])
  })
})
