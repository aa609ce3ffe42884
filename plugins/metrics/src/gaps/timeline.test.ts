import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toTimestamp } from '@svc/plugin-sdk'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { type Minute, simulate } from '../../test/timeline.ts'

vi.setConfig({ testTimeout: 180_000 })

/** an hour and a day end within the timeline */
const start = Date.UTC(2026, 4, 1, 23, 30) / 1000
const length = 45

let dataDir = ''
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const outage = fc.record({
  of: fc.constantFrom('program', 'plugin', 'host', 'agent', 'link', 'planned' as const),
  from: fc.integer({ min: 1, max: length - 1 }),
  minutes: fc.integer({ min: 1, max: 16 }),
})
type Outage = typeof outage extends fc.Arbitrary<infer T> ? T : never

const timelineOf = (outages: readonly Outage[], bytes: readonly number[]): Minute[] =>
  Array.from({ length }, (_, i) => {
    const out = (of: Outage['of']) =>
      outages.some((one) => one.of === of && i >= one.from && i < one.from + one.minutes)
    return {
      program: !out('program'),
      plugin: !out('plugin'),
      host: !out('host'),
      agent: !out('agent'),
      link: !out('link'),
      planned: out('planned'),
      bytes: bytes[i % bytes.length] ?? 0,
    }
  })

/** The expected cause for minute `i`, derived from the timeline. */
function truth(timeline: readonly Minute[], i: number, recorded: readonly boolean[]): string {
  const now = timeline[i] as Minute
  if (now.planned) return 'maintenance'
  if (!now.program) return 'server_down'
  const there = (of: 'program' | 'plugin', at: number) => timeline[at]?.[of] === true
  // the program starts with the timeline, and agents have two minutes to reconnect
  const settled = [1, 2, 3].every((back) => there('program', i - back))
  const watches = (at: number) => [0, 1, 2].every((back) => there('program', at - back) && there('plugin', at - back))
  // the first watched minute is recorded during the second one
  const isNoted = watches(i) && (watches(i - 1) || watches(i + 1))
  if (!isNoted) return settled ? 'plugin_disabled' : 'server_down'
  const next = recorded.findIndex((there, at) => at > i && there)
  if (next === -1) return 'unknown'
  // whatever started within the minute was not there for all of it
  const between = timeline.slice(i - 1, next + 1)
  if (between.some((minute) => !minute.host)) return 'host_down'
  return between.some((minute) => !minute.agent) ? 'agent_down' : 'link_down'
}

it('backfills what it can, reports causes for the rest, and assigns traffic to the right minutes', async () => {
  const bytes = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 3, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(fc.array(outage, { maxLength: 9 }), bytes, async (outages, perMinute) => {
      dataDir = mkdtempSync(join(tmpdir(), 'svc-timeline-'))
      const timeline = timelineOf(outages, perMinute)
      const { kernel, server, recorded, end } = await simulate(timeline, start, dataDir)
      try {
        const ask = async (path: string) => (await kernel.as('member').inject(path)).json().data
        const query = `from=${toTimestamp(start)}&to=${toTimestamp(end)}`
        const there = timeline.map((_, i) => recorded.has(start + i * 60))

        const rows: { time: string; net_in_transfer: number }[] = await ask(
          `/api/servers/${server.id}/records?${query}`,
        )
        const sorted = [...recorded].sort(([a], [b]) => a - b)
        expect(rows.map((row) => [row.time, row.net_in_transfer])).toEqual(
          sorted.map(([at, one]) => [toTimestamp(at), one.net_in_transfer]),
        )

        const gaps: { from: string; to: string; cause: string }[] = await ask(`/api/servers/${server.id}/gaps?${query}`)
        const reported = gaps.flatMap(({ from, to, cause }) => {
          const first = (Date.parse(from) / 1000 - start) / 60
          return Array.from({ length: (Date.parse(to) - Date.parse(from)) / 60_000 }, (_, i) => [first + i, cause])
        })
        const missing = timeline.flatMap((_, i) => (there[i] ? [] : [[i, truth(timeline, i, there)]]))
        expect(reported).toEqual(missing)
        expect(gaps.every((gap, i) => gap.from !== gaps[i - 1]?.to || gap.cause !== gaps[i - 1]?.cause)).toBe(true)

        const days: Record<string, number> = {}
        for (const [i, [at, { net_in_transfer: now, uptime }]] of sorted.entries()) {
          const [before, last] = sorted[i - 1] ?? []
          if (before === undefined || !last) continue
          const booted = uptime < last.uptime && uptime <= at - before + 120
          const gained = booted || now < last.net_in_transfer ? now : now - last.net_in_transfer
          const date = toTimestamp(at).slice(0, 10)
          if (gained > 0) days[date] = (days[date] ?? 0) + gained
        }
        const booked: { date: string; bytes_in: number; bytes_out: number }[] = await ask(
          `/api/traffic/${server.id}/daily?from=2026-05-01&to=2026-05-02`,
        )
        expect(Object.fromEntries(booked.map((row) => [row.date, row.bytes_in]))).toEqual(days)
        expect(booked.map((row) => row.bytes_out)).toEqual(booked.map((row) => row.bytes_in * 2))

        const uptime: { online_minutes: number }[] = await ask(`/api/servers/${server.id}/uptime-daily?days=2`)
        expect(uptime.reduce((sum, day) => sum + day.online_minutes, 0)).toBe(recorded.size)
      } finally {
        await kernel.close()
        rmSync(dataDir, { recursive: true, force: true })
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
