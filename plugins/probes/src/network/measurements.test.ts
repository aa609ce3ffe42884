import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPages } from '@svc/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { databaseOf } from '../../test/database.ts'
import { roundAt } from '../../test/storage.ts'
import { makeWorld, noon, range, round, type World } from '../../test/world.ts'
import { numbersStore } from '../numbers-store.ts'
import { digest, type Round } from '../rounds/round.ts'
import { roundsStore } from '../rounds/rounds-store.ts'
import { networkTables } from '../rounds/tables.ts'

// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000 })

const dataDir = mkdtempSync(join(tmpdir(), 'svc-probes-'))
let world: World
afterEach(async () => {
  await world.kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})
const seconds = noon / 1000
const hour = 3600
const twenty = Array.from(
  { length: 20 },
  (_, i) => `cn-${'bj tj he sx nm ln jl hl sh js'.split(' ')[i % 10]}-${i < 10 ? 'ct' : 'cm'}`,
)

const numberOf = (id: string) =>
  world.kernel.database.prepare('SELECT number FROM enrollment_servers WHERE id = ?').pluck().get(id) as number

/** Stores rounds a minute apart. */
function fill(
  serverId: string,
  targets: readonly string[],
  hours: number,
  make: (at: number, target: number) => Round,
) {
  const db = databaseOf(world.kernel)
  const numbers = targets.map(numbersStore(db).getOrCreate)
  const store = roundsStore(db, networkTables)
  const server = numberOf(serverId)
  for (let back = hours; back > 0; back--) {
    const first = seconds - back * hour
    const times = Array.from({ length: 60 }, (_, i) => first + i * 60)
    const series = new Map(numbers.map((number) => [number, times.map((at) => make(at, number))]))
    store.write([{ server, series }], first / 60)
  }
}

describe('records', () => {
  it('are rounds for less than a day, otherwise hours, sealed or not', async () => {
    world = await makeWorld()
    const { id, assign, records } = await world.server('edge')
    await assign('intl-google')
    const make = (at: number) => roundAt(1, 1, at)
    fill(id, ['intl-google'], 30, make)
    const raw = await records(noon - 2 * hour * 1000, noon - 1)
    expect(raw).toHaveLength(120)
    const hourly = await records(noon - 48 * hour * 1000, noon - 1)
    expect(hourly).toHaveLength(30)
    const last = digest(
      seconds - hour,
      Array.from({ length: 60 }, (_, i) => make(seconds - hour + i * 60)),
    )
    expect(hourly.at(-1)).toEqual({
      server_id: id,
      target_id: 'intl-google',
      timestamp: '2026-05-01T11:00:00Z',
      avg_latency: last.avg,
      min_latency: last.min,
      max_latency: last.max,
      packet_loss: (last.sent - last.received) / last.sent,
      packet_sent: 600,
      packet_received: last.received,
    })
    await world.kernel.runJob('ProbeSealer')
    expect(world.kernel.database.prepare('SELECT count(*) FROM probes_rounds').pluck().get()).toBe(0)
    expect(await records(noon - 2 * hour * 1000, noon - 1)).toEqual(raw)
    expect(await records(noon - 48 * hour * 1000, noon - 1)).toEqual(hourly)
  })

  it('are aggregated above the limit', async () => {
    world = await makeWorld()
    const { id, assign, records } = await world.server('edge')
    await assign(...twenty)
    fill(id, twenty, 24, (at, target) => roundAt(1, target, at))
    const all: { packet_sent: number; timestamp: string }[] = await records(noon - 24 * hour * 1000, noon - 1000)
    expect(all.length).toBeLessThanOrEqual(10_000)
    expect(all.length).toBeGreaterThan(8000)
    expect(all.reduce((sum, one) => sum + one.packet_sent, 0)).toBe(24 * 60 * 20 * 10)
    expect(all.map(({ timestamp }) => timestamp)).toEqual(all.map(({ timestamp }) => timestamp).sort())
  })

  it('are also read for a range beyond the retention', async () => {
    world = await makeWorld()
    const { id, assign, reportRounds } = await world.server('edge')
    await assign('intl-google')
    await reportRounds(round('intl-google', noon, { packet_received: 5 }))
    for (const path of ['records', 'anomalies']) {
      const url = `/api/servers/${id}/network-probes/${path}?`
      expect(await world.call('GET', `${url}from=1970-01-01&to=9999-12-31`)).toHaveLength(1)
    }
  })

  it('require a valid range', async () => {
    world = await makeWorld()
    const { id } = await world.server('edge')
    for (const query of ['', 'from=2026-05-01T00:00:00Z', 'from=x&to=y', range(noon, noon - 1000)]) {
      for (const path of ['records', 'anomalies']) {
        const answer = await world.ask('GET', `/api/servers/${id}/network-probes/${path}?${query}`)
        expect([answer.statusCode, path, query]).toEqual([400, path, query])
      }
    }
  })
})

describe('anomalies', () => {
  it('are listed newest first up to a limit, by configurable thresholds', async () => {
    world = await makeWorld({ config: { network_probe: { high_latency_ms: 11, very_high_latency_ms: 12 } } })
    const { id, assign } = await world.server('edge')
    await assign('intl-google')
    const at = (i: number) => seconds - hour + i * 60
    const kinds: Partial<Round>[] = [
      { avg: 11 },
      { avg: 11.5 },
      { avg: 13 },
      { received: 4 },
      { received: 8 },
      { received: 9 },
      { avg: 12.5, received: 8 },
      { avg: null, min: null, max: null, received: 0 },
    ]
    const usual = { avg: 5, min: 1, max: 20, sent: 10, received: 10, rounds: 1, error: null }
    fill(id, ['intl-google'], 1, (when) => ({ ...usual, ...kinds[(when - at(0)) / 60], at: when }))
    const url = `/api/servers/${id}/network-probes/anomalies?${range(noon - hour * 1000, noon)}`
    const found: { anomaly_type: string; value: number; timestamp: string }[] = await world.call('GET', url)
    expect(found.map(({ anomaly_type, value }) => [anomaly_type, value])).toEqual([
      ['unreachable', 1],
      ['very_high_latency', 12.5],
      ['high_packet_loss', 0.2],
      ['high_packet_loss', 0.2],
      ['very_high_packet_loss', 0.6],
      ['very_high_latency', 13],
      ['high_latency', 11.5],
    ])
    fill(id, ['intl-google'], 12, (when) => ({ ...usual, avg: 50, at: when }))
    const many: { timestamp: string }[] = await world.call('GET', url.replace('T11', 'T00'))
    expect(many).toHaveLength(500)
    expect(many[0]?.timestamp).toBe('2026-05-01T11:59:00Z')
    await assign('intl-google', 'cn-bj-ct')
    fill(id, ['intl-google', 'cn-bj-ct'], 12, (when) => ({ ...usual, avg: 50, received: 8, at: when }))
    const pages = await readPages<{ timestamp: string; target_id: string; anomaly_type: string }[]>(
      (path) => world.kernel.as('member').inject(path),
      url.replace('T11', 'T00'),
    )
    // four a minute, so that pages end within a minute
    expect(
      pages
        .map((page) => page.length)
        .slice(0, -1)
        .every((length) => length === 500),
    ).toBe(true)
    const keys = pages.flat().map((one) => `${one.timestamp} ${one.target_id} ${one.anomaly_type}`)
    expect(new Set(keys).size).toBe(keys.length)
    const minutes = Map.groupBy(pages.flat(), ({ timestamp }) => timestamp)
    expect(minutes.size).toBe(720)
    expect([...minutes.values()].every((ofMinute) => ofMinute.length === 4)).toBe(true)
  })
})

describe('after a restart', () => {
  it('earlier measurements are loaded', async () => {
    world = await makeWorld({ dataDir })
    const { id, assign, reportRounds } = await world.server('edge')
    await assign('intl-google', 'cn-bj-ct')
    fill(id, ['intl-google', 'cn-bj-ct'], 30, (at, target) => roundAt(1, target, at))
    await reportRounds(round('intl-google', noon))
    await world.kernel.close()

    world = await makeWorld({ dataDir, now: noon + 60_000 })
    const url = `/api/servers/${id}/network-probes/summary`
    const before = await world.call('GET', url)
    expect(before).toMatchObject({ last_probe_at: '2026-05-01T12:00:00Z', online: false })
    const [google, beijing] = before.targets
    expect(google).toMatchObject({ last_latency: 20, last_loss: 0 })
    expect(beijing.avg_latency).toBeGreaterThan(10)
    expect(beijing.p50_latency).toBeGreaterThan(10)
    const [overview] = await world.call('GET', '/api/network-probes/overview')
    expect(overview).toMatchObject(before)
    expect(overview.latency_sparkline.filter((value: number | null) => value === null)).toHaveLength(1)
  })

  it('servers that were deleted while the plugin was disabled are removed', async () => {
    world = await makeWorld({ dataDir })
    const { id, assign } = await world.server('edge')
    await assign('intl-google')
    const body = { name: 'gateway', probe_type: 'icmp', target: '10.0.0.1', server_ids: [id] }
    const task = await world.call('POST', '/api/ping-tasks', body)
    await world.kernel.close()

    const off = { plugins: { disabled: ['probes'] } }
    world = await makeWorld({ dataDir, config: off })
    await world.call('DELETE', `/api/servers/${id}`)
    await world.kernel.close()

    world = await makeWorld({ dataDir })
    expect(await world.call('GET', `/api/ping-tasks/${task.id}`)).toMatchObject({ enabled: false, server_ids: [] })
    expect(world.kernel.database.prepare('SELECT count(*) FROM probes_assignments').pluck().get()).toBe(0)
  })
})
