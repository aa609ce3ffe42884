import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, makeRandom } from '@svc/kernel/testing'
import type { Server } from '@svc/plugin-enrollment/contract'
import { MissedReport, type ReportPayload, ReportsKept } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { afterAll, expect, it, vi } from 'vitest'
import { makeFleet } from '../test/enrollment.ts'
import metrics from './index.ts'

vi.setConfig({ testTimeout: 180_000 })

const minute = 60_000
const timezone = 'Europe/Berlin'
/** October ends with a day of 25 hours. */
const start = Date.parse('2026-09-30T22:00:00Z')
const minutes = 31 * 1440 + 60

const dataDir = mkdtempSync(join(tmpdir(), 'svc-month-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' })

interface Unbooked {
  readonly minute: number
  readonly in: number
  readonly out: number
  readonly payload: ReportPayload
}

/** A host with an agent that keeps its last ten reports: what it really did, and what must have been booked of it. */
function makeHost(number: number, random: () => number) {
  const counters = { in: 1e9 * number, out: 1e8 * number }
  let uptime = 1e6
  let away = 0
  let cut = 0
  let restless = 0
  let isKnown = false
  /** minutes since the last record that the present counters can tell of */
  let unbooked: Unbooked[] = []
  const startAgain = () => {
    counters.in = 0
    counters.out = 0
    unbooked = []
  }
  const days = new Map<string, { bytes_in: number; bytes_out: number }>()
  const online = new Map<string, number>()

  const book = (minute: number) => {
    const date = shown.format(minute * 60_000)
    const utcDate = new Date(minute * 60_000).toISOString().slice(0, 10)
    online.set(utcDate, (online.get(utcDate) ?? 0) + 1)
    const day = days.get(date) ?? { bytes_in: 0, bytes_out: 0 }
    for (const one of unbooked.filter((other) => other.minute <= minute)) {
      day.bytes_in += one.in
      day.bytes_out += one.out
    }
    unbooked = unbooked.filter((one) => one.minute > minute)
    if (isKnown) days.set(date, day)
    isKnown = true
  }
  return {
    days,
    online,
    /** A minute passes; undefined when nothing is reported in it, and `heard` only when the connection is up. */
    live(at: number): { payload: ReportPayload; heard: boolean } | undefined {
      restless += 1
      const luck = restless > 120 ? random() : 1
      if (luck < 0.006) restless = 0
      if (away > 0) {
        away -= 1
        if (away > 0) return undefined
      } else if (luck < 0.002) {
        away = 1 + Math.floor(random() * 30)
        return undefined
      } else if (luck < 0.004) {
        startAgain()
        if (random() < 0.5) uptime = 1
      } else if (luck < 0.006) cut = 1 + Math.floor(random() * 25)
      if (cut > 0) cut -= 1
      const more = { in: 5e6 + Math.floor(random() * 5e6), out: 5e5 + Math.floor(random() * 5e5) }
      counters.in += more.in
      counters.out += more.out
      uptime += 60
      const payload = report({ net_in_transfer: counters.in, net_out_transfer: counters.out, uptime })
      unbooked.push({ minute: at, ...more, payload })
      return { payload, heard: cut === 0 }
    },
    /** What the agent can tell of the minutes before this one. */
    kept: (minute: number) => unbooked.filter((one) => one.minute < minute && one.minute >= minute - 10),
    /** Of these minutes there are records now. */
    recorded(minutes: readonly number[]) {
      for (const minute of minutes) book(minute)
    },
  }
}

it('a month of restarts, outages and backfill is accounted to the last byte and minute', async () => {
  const { next: random } = makeRandom(20_260_930)
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
    const number = now / minute
    const reports = hosts.map((host) => host.live(number))
    if (closed > 0) {
      closed -= 1
      if (closed === 0) world = await boot(now + minute)
      continue
    }
    const { fleet, kernel, servers } = world
    kernel.clock.set(now + 5_000)
    await kernel.runJob('UptimeWatch')
    let missed = 0
    for (const [n, one] of reports.entries()) {
      const host = hosts[n] as (typeof hosts)[number]
      const server = servers[n] as Server
      if (!one?.heard) continue
      const kept = host.kept(number)
      if (kept.length > 0) {
        fleet.disconnect(server)
        fleet.connect(server)
        const minutes = kept.map((each) => each.minute * 60)
        fleet.say(server, ReportsKept, { running_seconds: 0, seq: i, minutes })
        expect(fleet.sent.at(-1)?.payload).toEqual({ minutes })
        for (const each of kept) fleet.say(server, MissedReport, { minute: each.minute * 60, ...each.payload })
      }
      missed += kept.length
      fleet.report(server, one.payload)
      host.recorded([...kept.map((each) => each.minute), number])
    }
    // half of them are written after the record of this minute
    if (missed > 0 && random() < 0.5) await kernel.clock.advance(500)
    // the end of the program writes what came in its last minute
    const ends = i % 9_000 === 8_999
    if (ends) await kernel.close()
    else await kernel.runJob('RecordWriter')
    if (ends) closed = 1 + Math.floor(random() * 200)
    if (missed > 0 && !ends) await kernel.clock.advance(500)
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
