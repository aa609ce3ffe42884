import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import type { Server } from '@svc/plugin-enrollment/contract'
import metrics from '@svc/plugin-metrics'
import { makeFleet } from '@svc/plugin-metrics/testing'
import { report } from '@svc/protocol/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import accounting from '../index.ts'

const minute = 60_000
const noon = Date.UTC(2026, 4, 1, 12)

let fleet: ReturnType<typeof makeFleet>
let kernel: TestKernel
let dataDir: string
const boot = async (now: number) => {
  fleet = makeFleet()
  kernel = await createTestKernel({ plugins: [fleet.plugin, metrics, accounting], now, dataDir })
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-uptime-'))
  await boot(noon)
})
afterEach(async () => {
  await kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Advances by minutes in which these servers report. */
async function pass(minutes: number, ...up: Server[]) {
  for (let i = 0; i < minutes; i++) {
    for (const server of up) fleet.report(server, report())
    await kernel.clock.advance(minute)
  }
}
const ask = async (server: Server, query = '', who: 'member' | 'admin' = 'member') => {
  const answer = await kernel.as(who).inject(`/api/servers/${server.id}/uptime-daily${query}`)
  return { status: answer.statusCode, body: answer.json() }
}
const today = async (server: Server) => {
  const { body } = await ask(server)
  const { online_minutes, total_minutes, downtime_incidents } = body.data.at(-1)
  return [online_minutes, total_minutes, downtime_incidents]
}

describe('GET /api/servers/{id}/uptime-daily', () => {
  it('returns the requested days up to today, with zeros for days without data', async () => {
    const server = fleet.add(7)
    await pass(10, server)
    await pass(5)
    await pass(5, server)
    await kernel.clock.advance(6000)
    const { body } = await ask(server)
    expect(body.data).toHaveLength(90)
    expect(body.data[0]).toEqual({
      date: '2026-02-01',
      online_minutes: 0,
      total_minutes: 0,
      uptime_percent: 0,
      downtime_incidents: 0,
    })
    expect(body.data[89]).toEqual({
      date: '2026-05-01',
      online_minutes: 15,
      total_minutes: 20,
      uptime_percent: 75,
      downtime_incidents: 1,
    })
    expect((await ask(server, '?days=1')).body.data).toHaveLength(1)
    expect((await ask(server, '?days=365')).body.data).toHaveLength(365)
  })

  it('sums windows by the minute, without the current one', async () => {
    const server = fleet.add(7)
    await pass(30, server)
    await pass(6)
    await pass(4, server)
    await kernel.clock.advance(30_000)
    const windows = async () => (await kernel.as('member').inject(`/api/servers/${server.id}/uptime`)).json().data
    const of = (hours: number, online: number, total: number) => ({
      hours,
      online_minutes: online,
      total_minutes: total,
      uptime_percent: (100 * online) / total,
    })
    expect(await windows()).toEqual([24, 168, 720, 2160].map((hours) => of(hours, 34, 40)))
    // no more reports, and nobody watching: only the windows move
    kernel.clock.set(noon + 25 * 3_600_000)
    expect(await windows()).toEqual([
      { hours: 24, online_minutes: 0, total_minutes: 0, uptime_percent: 0 },
      ...[168, 720, 2160].map((hours) => of(hours, 34, 40)),
    ])
  })

  it('is 404 for unknown and hidden servers', async () => {
    const hidden = fleet.add(8, true)
    const status = async (id: string, who: 'member' | 'admin') =>
      (await kernel.as(who).inject(`/api/servers/${id}/uptime`)).statusCode
    expect([await status('nobody', 'admin'), await status(hidden.id, 'member')]).toEqual([404, 404])
    expect(await status(hidden.id, 'admin')).toBe(200)
  })

  it('rejects invalid numbers of days, unknown servers and hidden ones', async () => {
    const server = fleet.add(7)
    for (const days of ['0', '366', '-1', '1.5', 'all', '1e300', '']) {
      const { status, body } = await ask(server, `?days=${days}`)
      expect([days, status]).toEqual([days, 400])
      expect(body.error.details).toMatchObject([{ field: 'days' }])
    }
    const hidden = fleet.add(8, true)
    expect((await ask(hidden)).status).toBe(404)
    expect((await ask(hidden, '', 'admin')).status).toBe(200)
    expect((await ask({ ...server, id: 'nobody' })).status).toBe(404)
  })

  it('starts when a server is added', async () => {
    const old = fleet.add(7)
    await pass(10, old)
    const young = fleet.add(8)
    await pass(10, old, young)
    await kernel.clock.advance(6000)
    expect([await today(old), await today(young)]).toEqual([
      [20, 20, 0],
      [10, 10, 0],
    ])
  })

  it('does not count downtime of the program', async () => {
    const before = fleet.add(7)
    await pass(10, before)
    await kernel.close()

    await boot(noon + 60 * minute + 30_000)
    const server = fleet.add(7, false, { createdAt: before.createdAt })
    fleet.disconnect(server)
    await kernel.clock.advance(40_000)
    fleet.connect(server)
    await pass(10, server)
    expect(await today(server)).toEqual([20, 20, 0])
  })

  it('does not count the time that the machine was suspended', async () => {
    const server = fleet.add(7)
    await pass(10, server)
    kernel.clock.set(noon + 300 * minute)
    await pass(10, server)
    await pass(5)
    const [online, total, incidents] = await today(server)
    expect([online, incidents]).toEqual([20, 1])
    expect(total).toBeLessThanOrEqual(25)
  })

  it('starts watching soon after the start, even if the clock was hours ahead', async () => {
    await kernel.close()
    await boot(noon + 8 * 60 * minute)
    kernel.clock.set(noon)
    const server = fleet.add(7)
    for (let i = 0; i < 10; i++) {
      kernel.clock.set(noon + i * minute + 5_000)
      await kernel.runJob('UptimeWatch')
    }
    expect(await today(server)).toEqual([0, 7, 0])
  })

  it('counts a minute once if the program restarts in it', async () => {
    const before = fleet.add(7)
    await pass(3, before)
    fleet.report(before, report())
    await kernel.close()
    await boot(noon + 3 * minute + 20_000)
    const server = fleet.add(7, false, { createdAt: before.createdAt })
    fleet.report(server, report())
    await kernel.runJob('RecordWriter')
    expect((await today(server))[0]).toBe(4)
  })
})
