import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, makeRandom } from '@svc/kernel/testing'
import accounting from '@svc/plugin-accounting'
import type { Server } from '@svc/plugin-enrollment/contract'
import { MissedReport, type ReportPayload, ReportsKept } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { afterAll, expect, it, vi } from 'vitest'
import metrics from './index.ts'
import { makeFleet } from './testing.ts'

vi.setConfig({ testTimeout: 180_000 })

const minute = 60_000
const timezone = 'Europe/Berlin'
/** The last Sunday of October has 25 hours. */
const start = Date.parse('2026-09-30T22:00:00Z')
const minutes = 31 * 1440 + 60
/**
 * The first days and the last ones, with the clock change, are simulated by the minute. Nothing new happens in between: one
 * minute per quarter of an hour runs there.
 */
const isSimulated = (minute: number) => minute < 5 * 1440 || minute >= 23 * 1440 || minute % 15 === 0

const dataDir = mkdtempSync(join(tmpdir(), 'svc-month-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const localDate = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' })

interface PendingTraffic {
  readonly minute: number
  readonly in: number
  readonly out: number
  readonly payload: ReportPayload
}

/** A host whose agent buffers ten reports, with its actual activity and the expected totals. */
function makeHost(number: number, random: () => number) {
  const counters = { in: 1e9 * number, out: 1e8 * number }
  let uptime = 1e6
  let minutesDown = 0
  let minutesCutOff = 0
  let minutesSinceEvent = 0
  let hasRecord = false
  /** minutes since the last record that the current counters include */
  let pending: PendingTraffic[] = []
  const resetCounters = () => {
    counters.in = 0
    counters.out = 0
    pending = []
  }
  const days = new Map<string, { bytes_in: number; bytes_out: number }>()
  const online = new Map<string, number>()

  const record = (minute: number) => {
    const date = localDate.format(minute * 60_000)
    const utcDate = new Date(minute * 60_000).toISOString().slice(0, 10)
    online.set(utcDate, (online.get(utcDate) ?? 0) + 1)
    const day = days.get(date) ?? { bytes_in: 0, bytes_out: 0 }
    for (const one of pending.filter((other) => other.minute <= minute)) {
      day.bytes_in += one.in
      day.bytes_out += one.out
    }
    pending = pending.filter((one) => one.minute > minute)
    if (hasRecord) days.set(date, day)
    hasRecord = true
  }
  return {
    days,
    online,
    /** Simulates a minute. Undefined without a report; `isConnected` if the report reaches the server. */
    live(at: number): { payload: ReportPayload; isConnected: boolean } | undefined {
      minutesSinceEvent += 1
      const chance = minutesSinceEvent > 120 ? random() : 1
      if (chance < 0.006) minutesSinceEvent = 0
      if (minutesDown > 0) {
        minutesDown -= 1
        if (minutesDown > 0) return undefined
      } else if (chance < 0.002) {
        minutesDown = 1 + Math.floor(random() * 30)
        return undefined
      } else if (chance < 0.004) {
        resetCounters()
        if (random() < 0.5) uptime = 1
      } else if (chance < 0.006) minutesCutOff = 1 + Math.floor(random() * 25)
      if (minutesCutOff > 0) minutesCutOff -= 1
      const traffic = { in: 5e6 + Math.floor(random() * 5e6), out: 5e5 + Math.floor(random() * 5e5) }
      counters.in += traffic.in
      counters.out += traffic.out
      uptime += 60
      const payload = report({ net_in_transfer: counters.in, net_out_transfer: counters.out, uptime })
      pending.push({ minute: at, ...traffic, payload })
      return { payload, isConnected: minutesCutOff === 0 }
    },
    /** The buffered reports of earlier minutes. */
    buffered: (minute: number) => pending.filter((one) => one.minute < minute && one.minute >= minute - 10),
    /** Marks these minutes as recorded. */
    recorded(minutes: readonly number[]) {
      for (const minute of minutes) record(minute)
    },
  }
}

it('a month of restarts, outages and backfill is accounted to the last byte and minute', async () => {
  const { next: random } = makeRandom(20_260_930)
  const hosts = [1, 2, 3].map((number) => makeHost(number, random))
  const boot = async (now: number) => {
    const fleet = makeFleet()
    const config = { scheduler: { timezone } }
    const kernel = await createTestKernel({ plugins: [fleet.plugin, metrics, accounting], now, config, dataDir })
    return { fleet, kernel, servers: hosts.map((_, n) => fleet.add(n + 1, false, { createdAt: start / 1000 })) }
  }
  let world = await boot(start)
  let minutesClosed = 0
  for (let i = 0; i < minutes; i++) {
    if (!isSimulated(i)) continue
    const now = start + i * minute
    const number = now / minute
    const reports = hosts.map((host) => host.live(number))
    if (minutesClosed > 0) {
      minutesClosed -= 1
      if (minutesClosed === 0) world = await boot(now + minute)
      continue
    }
    const { fleet, kernel, servers } = world
    kernel.clock.set(now + 5_000)
    await kernel.runJob('UptimeWatch')
    let missed = 0
    for (const [n, one] of reports.entries()) {
      const host = hosts[n] as (typeof hosts)[number]
      const server = servers[n] as Server
      if (!one?.isConnected) continue
      const buffered = host.buffered(number)
      if (buffered.length > 0) {
        fleet.disconnect(server)
        fleet.connect(server)
        const minutes = buffered.map((each) => each.minute * 60)
        fleet.say(server, ReportsKept, { running_seconds: 0, seq: i, minutes })
        expect(fleet.sent.at(-1)?.payload).toEqual({ minutes })
        for (const each of buffered) fleet.say(server, MissedReport, { minute: each.minute * 60, ...each.payload })
      }
      missed += buffered.length
      fleet.report(server, one.payload)
      host.recorded([...buffered.map((each) => each.minute), number])
    }
    // half of them are written after the record of the current minute
    if (missed > 0 && random() < 0.5) await kernel.clock.advance(500)
    // a shutdown writes the samples of the last minute
    const isShutdown = i % 4_000 === 3_999
    if (isShutdown) await kernel.close()
    else await kernel.runJob('RecordWriter')
    if (isShutdown) minutesClosed = 1 + Math.floor(random() * 200)
    if (missed > 0 && !isShutdown) await kernel.clock.advance(500)
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
