import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import type { Billing, Server } from '@svc/plugin-enrollment/contract'
import metrics from '@svc/plugin-metrics'
import { makeFleet } from '@svc/plugin-metrics/testing'
import { report } from '@svc/protocol/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import accounting from '../index.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let fleet: ReturnType<typeof makeFleet>
let kernel: TestKernel
const boot = async (now: string, timezone = 'UTC', dataDir?: string) => {
  fleet = makeFleet()
  const config = { scheduler: { timezone } }
  kernel = await createTestKernel({
    plugins: [fleet.plugin, metrics, accounting],
    now: Date.parse(now),
    config,
    dataDir,
  })
}
afterEach(() => kernel.close())

const billing = (of: Partial<Billing> = {}): Billing => ({
  price: null,
  currency: null,
  cycle: 'monthly',
  startDay: 1,
  expiresAt: null,
  trafficLimit: null,
  trafficLimitType: null,
  ...of,
})
const add = (number: number, of?: Partial<Billing>, hidden = false) =>
  fleet.add(number, hidden, { billing: billing(of) })

/** One record with these counters at the current minute. */
async function record(server: Server, inward: number, out: number, uptime = kernel.clock.now() / 1000) {
  fleet.report(server, report({ net_in_transfer: inward, net_out_transfer: out, uptime: Math.floor(uptime) }))
  await kernel.runJob('RecordWriter')
}
const at = (ms: number) => kernel.clock.set(ms)
const later = (ms: number) => at(kernel.clock.now() + ms)

const ask = async (url: string, who: 'member' | 'admin' = 'member') => {
  const answer = await kernel.as(who).inject(url)
  return { status: answer.statusCode, body: answer.json() }
}
const read = async (url: string, who?: 'admin') => {
  const { status, body } = await ask(url, who)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('GET /api/servers/{id}/traffic', () => {
  it('returns the traffic of the cycle, by day and by hour of today', async () => {
    await boot('2026-05-16T10:00:00Z')
    const server = add(7, { startDay: 15, trafficLimit: 10_000, trafficLimitType: 'up' })
    await record(server, 1000, 500)
    later(hour)
    await record(server, 1300, 600)
    at(Date.parse('2026-05-20T00:30:00Z'))
    await record(server, 2000, 700)
    later(2 * hour)
    await record(server, 2001, 1700)
    expect(await read(`/api/servers/${server.id}/traffic`)).toEqual({
      billing_cycle: 'monthly',
      cycle_start: '2026-05-15',
      cycle_end: '2026-06-14',
      bytes_in: 1001,
      bytes_out: 1200,
      bytes_total: 2201,
      traffic_limit: 10_000,
      traffic_limit_type: 'up',
      usage_percent: 12,
      prediction: { estimated_total: 1200 + 240 * 25, estimated_percent: 72, will_exceed: false },
      days_remaining: 25,
      daily: [
        { date: '2026-05-16', bytes_in: 300, bytes_out: 100 },
        { date: '2026-05-20', bytes_in: 701, bytes_out: 1100 },
      ],
      hourly: [
        { hour: '2026-05-20T00:00:00Z', bytes_in: 700, bytes_out: 100 },
        { hour: '2026-05-20T02:00:00Z', bytes_in: 1, bytes_out: 1000 },
      ],
    })
  })

  it('is zero for a server without reports, and 404 for unknown and hidden ones', async () => {
    await boot('2026-05-16T10:00:00Z')
    const server = add(7)
    expect(await read(`/api/servers/${server.id}/traffic`)).toMatchObject({
      cycle_start: '2026-05-01',
      cycle_end: '2026-05-31',
      bytes_total: 0,
      usage_percent: null,
      prediction: null,
      daily: [],
      hourly: [],
    })
    const hidden = add(8, {}, true)
    for (const id of ['nobody', hidden.id, "' OR 1=1 --"]) {
      for (const path of [`servers/${encodeURIComponent(id)}/traffic`, `traffic/${encodeURIComponent(id)}/daily`]) {
        expect((await ask(`/api/${path}`)).status).toBe(404)
      }
      expect((await ask(`/api/traffic/${encodeURIComponent(id)}/cycle`)).status).toBe(404)
    }
    expect((await ask(`/api/servers/${hidden.id}/traffic`, 'admin')).status).toBe(200)
  })

  it('ends days at local midnight, even within a UTC hour and across clock changes', async () => {
    await boot('2026-04-30T18:00:00Z', 'Asia/Kolkata')
    const server = add(7)
    await record(server, 1, 1)
    for (const text of ['2026-04-30T18:29:00Z', '2026-04-30T18:30:00Z', '2026-05-01T18:29:00Z']) {
      at(Date.parse(text))
      await record(server, kernel.clock.now() / minute, 1)
    }
    const total = Date.parse('2026-05-01T18:29:00Z') / minute - 1
    const first = Date.parse('2026-04-30T18:29:00Z') / minute - 1
    expect(await read(`/api/traffic/${server.id}/daily?from=2026-04-01`)).toEqual([
      { date: '2026-04-30', bytes_in: first, bytes_out: 0 },
      { date: '2026-05-01', bytes_in: total - first, bytes_out: 0 },
    ])
    // the same day in UTC
    expect(await read(`/api/traffic/${server.id}/daily?days=1`)).toMatchObject([{ date: '2026-05-01' }])
    expect(await read(`/api/traffic/${server.id}/daily?days=1&to=2026-04-30`)).toMatchObject([{ date: '2026-04-30' }])
    expect((await read(`/api/servers/${server.id}/traffic`)).cycle_start).toBe('2026-05-01')
  })

  it('returns the time zone and its current day', async () => {
    await boot('2026-04-30T18:30:00Z', 'Asia/Kolkata')
    expect(await read('/api/traffic/calendar')).toEqual({ timezone: 'Asia/Kolkata', today: '2026-05-01' })
  })

  it('caps sums that a hostile agent drives beyond safe integers', async () => {
    await boot('2026-05-16T10:00:00Z')
    const server = add(7, { trafficLimit: 1 })
    const other = add(8)
    for (let i = 0; i < 6; i++) {
      fleet.report(other, report({ net_in_transfer: 10 + i, net_out_transfer: 1 }))
      await record(server, i % 2 === 0 ? 1 : Number.MAX_VALUE, Number.MAX_SAFE_INTEGER - (i % 2))
      later(minute)
    }
    expect(await read(`/api/servers/${server.id}/traffic`)).toMatchObject({
      bytes_in: Number.MAX_SAFE_INTEGER,
      bytes_out: Number.MAX_SAFE_INTEGER,
      bytes_total: Number.MAX_SAFE_INTEGER,
    })
    expect(await read('/api/traffic/overview/daily')).toMatchObject([{ bytes_in: Number.MAX_SAFE_INTEGER }])
    expect((await read(`/api/servers/${other.id}/traffic`)).bytes_in).toBe(5)
  })
})

describe('fleet traffic', () => {
  it('is returned per server, each for its own cycle', async () => {
    await boot('2026-05-10T10:00:00Z')
    const monthly = add(1, { startDay: 12, trafficLimit: 1000 })
    const yearly = add(2, { cycle: 'yearly', trafficLimit: 1000, trafficLimitType: 'down' })
    const hidden = add(3, {}, true)
    const all = [monthly, yearly, hidden]
    for (const server of all) await record(server, 100, 100)
    later(day)
    for (const server of all) await record(server, 200, 300)
    at(Date.parse('2026-05-13T10:00:00Z'))
    for (const server of all) await record(server, 250, 300)
    const rows = await read('/api/traffic/overview')
    expect(rows).toEqual([
      {
        server_id: monthly.id,
        name: 'host 1',
        cycle_in: 50,
        cycle_out: 0,
        traffic_limit: 1000,
        billing_cycle: 'monthly',
        percent_used: 5,
        days_remaining: 29,
        traffic_limit_type: null,
        prediction: null,
      },
      {
        server_id: yearly.id,
        name: 'host 2',
        cycle_in: 150,
        cycle_out: 200,
        traffic_limit: 1000,
        billing_cycle: 'yearly',
        percent_used: 15,
        days_remaining: 232,
        traffic_limit_type: 'down',
        prediction: { estimated_total: 413, estimated_percent: 41.3, will_exceed: false },
      },
    ])
    expect(await read('/api/traffic/overview', 'admin')).toHaveLength(3)
    const days = (bytes: number) => [
      { date: '2026-05-11', bytes_in: 100 * bytes, bytes_out: 200 * bytes },
      { date: '2026-05-13', bytes_in: 50 * bytes, bytes_out: 0 },
    ]
    expect(await read('/api/traffic/overview/daily')).toEqual(days(2))
    expect(await read(`/api/traffic/${monthly.id}/daily?from=1970-01-01&to=9999-12-31`)).toEqual(days(1))
    expect(await read('/api/traffic/overview/daily', 'admin')).toEqual(days(3))
    expect(await read('/api/traffic/overview/daily?days=1')).toEqual(days(2).slice(1))
    // this many days are summed in the worker
    expect(await read('/api/traffic/overview/daily?days=3650', 'admin')).toEqual(days(3))
    expect(await read(`/api/traffic/${monthly.id}/cycle?history=3`)).toEqual({
      current: { period: '2026-05', start: '2026-05-12', end: '2026-06-11', bytes_in: 50, bytes_out: 0 },
      history: [
        { period: '2026-04', start: '2026-04-12', end: '2026-05-11', bytes_in: 100, bytes_out: 200 },
        { period: '2026-03', start: '2026-03-12', end: '2026-04-11', bytes_in: 0, bytes_out: 0 },
      ],
    })
  })

  it('omits deleted servers', async () => {
    await boot('2026-05-10T10:00:00Z')
    const server = add(1)
    const rest = add(2)
    for (const bytes of [1, 5]) {
      for (const one of [server, rest]) await record(one, bytes, bytes)
      later(minute)
    }
    expect(() => fleet.delete(server, { rollBack: true })).toThrow('rolled back')
    await kernel.clock.advance(1)
    expect(await read('/api/traffic/overview/daily')).toMatchObject([{ bytes_in: 8 }])
    fleet.delete(server)
    expect(await read('/api/traffic/overview/daily')).toMatchObject([{ bytes_in: 4 }])
    await kernel.clock.advance(1)
    const rows = (table: string) =>
      kernel.database.prepare(`SELECT count(*) FROM accounting_traffic_${table}`).pluck().get()
    await vi.waitFor(() => expect([rows('hourly'), rows('daily'), rows('counters')]).toEqual([1, 1, 1]), 20_000)
  })

  it.each([
    ['overview/daily?days=0', 'days'],
    ['overview/daily?days=1e9', 'days'],
    ['overview/daily?days=x', 'days'],
    ['server-1/daily?days=0', 'days'],
    ['server-1/daily?days=3651', 'days'],
    ['server-1/daily?from=2026-02-30', 'from'],
    ['server-1/daily?to=yesterday', 'to'],
    ['server-1/daily?from=2026-05-02&to=2026-05-01', 'from'],
    ['server-1/cycle?history=0', 'history'],
    ['server-1/cycle?history=100000', 'history'],
  ])('rejects %s and names %s', async (path, field) => {
    await boot('2026-05-10T10:00:00Z')
    add(1)
    const { status, body } = await ask(`/api/traffic/${path}`)
    expect(status).toBe(400)
    expect(body.error.details).toMatchObject([{ field }])
  })
})
