import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chosenSeed, makeRandom, runAndKill } from '@svc/kernel/testing'
import { afterAll, expect, it, vi } from 'vitest'
import { reportAt, reportInterval, startCrashServer, startMinute } from '../test/crash-server.ts'
import { unpackMinutes } from './uptime/minute-set.ts'

const rounds = 8
/** Until a day is sealed; a busy machine needs more rounds for it. */
const minMinutes = 1600
const seed = chosenSeed()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-crash-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Progress printed by the killed processes. */
const progress = { begun: startMinute, wrote: [] as number[], deleted: [] as number[] }

/** Runs a process from where the last one was killed, and kills it after `ms`. */
const runOnce = (ms: number) =>
  runAndKill(new URL('../test/crash-process.ts', import.meta.url), {
    input: [dataDir, progress.begun, progress.deleted.join(',')],
    onLine(line) {
      const [what, value] = line.split(' ')
      if (what === 'begins') progress.begun = Number(value)
      if (what === 'wrote') progress.wrote.push(Number(value))
      if (what === 'deletes') progress.deleted.push(Number(value))
      return true
    },
    ms,
  })

interface Row {
  readonly time: string
  readonly cpu: number
  readonly disk_io_json: string
}

it(`all work is done exactly once when killed at least ${rounds} times`, { timeout: 600_000 }, async () => {
  console.log(`killed at any moment: SEED=${seed}`)
  const { below } = makeRandom(seed)
  for (let round = 0; round < rounds || progress.begun < startMinute + minMinutes; round++) {
    await runOnce(500 + below(2500))
  }

  // report the minute of the last kill again, as agents do
  const now = progress.begun
  const { fleet, kernel, servers } = await startCrashServer(dataDir, now, progress.deleted)
  try {
    expect(kernel.database.pragma('integrity_check', { simple: true })).toBe('ok')
    kernel.clock.set(now * 60_000 + 5000)
    for (const [number, server] of servers) fleet.report(server, reportAt(number, now))
    await kernel.runJob('RecordWriter')
    await kernel.runJob('Aggregator')
    await kernel.runJob('Cleanup')
    const minutes = Array.from(
      { length: (now - startMinute) / reportInterval + 1 },
      (_, i) => startMinute + i * reportInterval,
    )
    expect([...new Set([...progress.wrote, now])]).toEqual(minutes)

    const oldest = now - 1440
    const retained = minutes.filter((minute) => minute >= oldest)
    const instant = (minute: number) => new Date(minute * 60_000).toISOString().replace('.000', '')
    const read = async (url: string) => {
      const answer = await kernel.as('member').inject(url)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    }
    for (const [number, { id }] of servers) {
      const range = `from=${instant(startMinute)}&to=${instant(now)}`
      const rows: Row[] = await read(`/api/servers/${id}/records?${range}&interval=raw`)
      const within = rows.filter(({ time }) => Date.parse(time) >= oldest * 60_000)
      expect(within.map(({ time, cpu, disk_io_json }) => [time, cpu, JSON.parse(disk_io_json)])).toEqual(
        retained.map((minute) => {
          const { cpu, disk_io } = reportAt(number, minute)
          return [instant(minute), cpu, disk_io]
        }),
      )
      // an hour is deleted once all of it has expired
      expect(Date.parse(rows[0]?.time ?? '')).toBeGreaterThanOrEqual((Math.floor(oldest / 60) - 1) * 3_600_000)

      const gpus: Row[] = await read(`/api/servers/${id}/gpu-records?${range}`)
      expect(gpus.map(({ time }) => time)).toEqual(retained.map(instant))

      const hourly: Row[] = await read(`/api/servers/${id}/records?${range}&interval=hourly`)
      expect(hourly.length).toBeGreaterThan(0)
      for (const { time, cpu } of hourly) {
        const hour = Date.parse(time) / 60_000
        const of = minutes.filter((minute) => minute >= hour && minute < hour + 60)
        const mean = of.reduce((sum, minute) => sum + reportAt(number, minute).cpu, 0) / of.length
        expect(cpu).toBeCloseTo(mean, 3)
      }

      const days: { bytes_in: number; bytes_out: number }[] = await read(
        `/api/traffic/${id}/daily?from=2026-05-01&to=${instant(now).slice(0, 10)}`,
      )
      const [first, last] = [reportAt(number, startMinute), reportAt(number, now)]
      const sum = (of: 'bytes_in' | 'bytes_out') => days.reduce((all, day) => all + day[of], 0)
      expect(sum('bytes_in')).toBe(last.net_in_transfer - first.net_in_transfer)
      expect(sum('bytes_out')).toBe(last.net_out_transfer - first.net_out_transfer)

      const daysUp = kernel.database
        .prepare('SELECT minutes FROM metrics_uptime_days WHERE id & 1048575 = ?')
        .pluck()
        .all(number) as Uint8Array[]
      const up = daysUp.flatMap((day) => [...unpackMinutes(day)])
      expect(up.reduce((sum, minute) => sum + minute, 0)).toBe(minutes.length)
    }

    // a deleted server leaves no rows
    const [deletedServer] = servers.values()
    if (!deletedServer) throw new Error('every server was deleted')
    const remaining = () => {
      const count = (sql: string) =>
        kernel.database.prepare(`SELECT count(*) FROM ${sql}`).pluck().get(deletedServer.number)
      return [
        ...[
          ...['metrics_records', 'metrics_uptime_days'],
          ...['accounting_traffic_hourly', 'accounting_traffic_daily', 'accounting_activity_hours'],
        ].map((table) => count(`${table} WHERE id & 1048575 = ?`)),
        ...['sealed_hours', 'sealed_days'].map((table) => count(`metrics_${table} WHERE id >> 24 = ?`)),
        ...['metrics_gpu_records', 'accounting_traffic_counters'].map((table) => count(`${table} WHERE number = ?`)),
      ]
    }
    expect(remaining()).not.toContain(0)
    fleet.delete(deletedServer)
    await kernel.clock.advance(1)
    await vi.waitFor(() => expect(remaining()).toEqual(Array(9).fill(0)), { timeout: 60_000, interval: 50 })
  } finally {
    await kernel.close()
  }
})
