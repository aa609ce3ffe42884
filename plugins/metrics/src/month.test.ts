import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel } from '@svc/kernel/testing'
import type { Server } from '@svc/plugin-enrollment/contract'
import { afterAll, expect, it, vi } from 'vitest'
import { makeFleet } from '../test/enrollment.js'
import { report } from '../test/report.js'
import metrics from './index.js'

vi.setConfig({ testTimeout: 180_000 })

const minute = 60_000
const timezone = 'Europe/Berlin'
/** October ends with a day of 25 hours. */
const start = Date.parse('2026-09-30T22:00:00Z')
const minutes = 31 * 1440 + 60

const dataDir = mkdtempSync(join(tmpdir(), 'svc-month-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** The same numbers on every run. */
const makeRandom = (seed: number) => () => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

/** A host with an agent: what it really did, and what must have been booked of it. */
function makeHost(number: number, random: () => number) {
  const counters = { in: 1e9 * number, out: 1e8 * number }
  let uptime = 1e6
  let away = 0
  let restless = 0
  /** bytes since the last record that the present counters can tell of */
  let pending: { in: number; out: number } | undefined
  const startAgain = () => {
    counters.in = 0
    counters.out = 0
    if (pending) pending = { in: 0, out: 0 }
  }
  return {
    days: new Map<string, { bytes_in: number; bytes_out: number }>(),
    online: new Map<string, number>(),
    /** A minute passes; undefined when nothing is reported in it. */
    live() {
      restless += 1
      const luck = restless > 120 ? random() : 1
      if (away > 0) {
        away -= 1
        if (away > 0) return undefined
      } else if (luck < 0.002) {
        restless = 0
        away = 1 + Math.floor(random() * 30)
        return undefined
      } else if (luck < 0.004) {
        restless = 0
        startAgain()
        if (random() < 0.5) uptime = 1
      }
      const more = { in: 5e6 + Math.floor(random() * 5e6), out: 5e5 + Math.floor(random() * 5e5) }
      counters.in += more.in
      counters.out += more.out
      if (pending) pending = { in: pending.in + more.in, out: pending.out + more.out }
      uptime += 60
      return report({ net_in_transfer: counters.in, net_out_transfer: counters.out, uptime })
    },
    recorded(date: string, utcDate: string) {
      this.online.set(utcDate, (this.online.get(utcDate) ?? 0) + 1)
      const day = this.days.get(date) ?? { bytes_in: 0, bytes_out: 0 }
      day.bytes_in += pending?.in ?? 0
      day.bytes_out += pending?.out ?? 0
      if (pending) this.days.set(date, day)
      pending = { in: 0, out: 0 }
    },
  }
}

it('a month of restarts and outages is accounted to the last byte and minute', async () => {
  const random = makeRandom(20_260_930)
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' })
  const hosts = [1, 2, 3].map((number) => makeHost(number, random))
  const boot = async (now: number) => {
    const fleet = makeFleet()
    const config = { scheduler: { timezone } }
    const kernel = await createTestKernel({ plugins: [fleet.plugin, metrics], now, config, dataDir })
    return { fleet, kernel, servers: hosts.map((_, n) => fleet.add(n + 1, false, { createdAt: start / 1000 })) }
  }
  let world = await boot(start)
  let closed = 0
  for (let i = 0; i < minutes; i++) {
    const now = start + i * minute
    const reports = hosts.map((host) => host.live())
    if (closed > 0) {
      closed -= 1
      if (closed === 0) world = await boot(now + minute)
      continue
    }
    const { fleet, kernel, servers } = world
    kernel.clock.set(now + 5_000)
    await kernel.runJob('UptimeWatch')
    for (const [n, payload] of reports.entries()) if (payload) fleet.report(servers[n] as Server, payload)
    // the end of the program writes what came in its last minute
    const ends = i % 9_000 === 8_999
    if (ends) await kernel.close()
    else await kernel.runJob('RecordWriter')
    if (ends) closed = 1 + Math.floor(random() * 200)
    const utcDate = new Date(now).toISOString().slice(0, 10)
    const date = shown.format(now)
    for (const [n, payload] of reports.entries()) if (payload) hosts[n]?.recorded(date, utcDate)
  }
  const { kernel, servers } = world
  const read = async (url: string) => (await kernel.as('member').inject(url)).json().data
  for (const [n, host] of hosts.entries()) {
    const id = servers[n]?.id
    const expected = [...host.days].map(([date, bytes]) => ({ date, ...bytes }))
    expect(await read(`/api/traffic/${id}/daily?from=2026-10-01&to=2026-10-31`)).toEqual(expected)
    expect(expected).toHaveLength(31)
    const sum = (of: 'bytes_in' | 'bytes_out') => expected.reduce((all, day) => all + day[of], 0)
    expect(await read(`/api/traffic/${id}/cycle`)).toMatchObject({
      current: { period: '2026-10', bytes_in: sum('bytes_in'), bytes_out: sum('bytes_out') },
    })
    const uptime: { date: string; online_minutes: number; total_minutes: number }[] = await read(
      `/api/servers/${id}/uptime-daily?days=31`,
    )
    const online = uptime.filter((day) => day.online_minutes > 0).map((day) => [day.date, day.online_minutes])
    expect(online).toEqual([...host.online].filter(([date]) => date >= (uptime[0]?.date ?? '')))
    for (const { online_minutes, total_minutes } of uptime) {
      expect(total_minutes).toBeGreaterThanOrEqual(online_minutes)
      expect(total_minutes).toBeLessThanOrEqual(1440)
    }
  }
  await kernel.close()
})
