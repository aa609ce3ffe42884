import { readPages } from '@svc/kernel/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeWorld, now, type World } from '../../test/world.ts'
import { stepLength } from './summarize.ts'

// the maintenance worker compiles its sources first
vi.setConfig({ testTimeout: 60_000 })

const end = now / 1000
let world: World
let id: string
beforeAll(async () => {
  world = await makeWorld()
  id = (await world.make({ monitor_type: 'tcp', target: 'a.example:1', enabled: false })).id
})
afterAll(() => world.close())

interface PastCheck {
  readonly ago: number
  readonly success?: boolean
  readonly latency?: number | null
}
const insertRecords = (past: readonly PastCheck[]) => {
  const { database } = world.kernel
  database.exec('DELETE FROM monitors_records')
  const insert =
    database.prepare(`INSERT INTO monitors_records (monitor, success, latency, detail_json, error_json, time)
    SELECT number, ?, ?, '{"connected":true}', NULL, ? FROM monitors_monitors WHERE id = ?`)
  database.transaction(() => {
    for (const { ago, success = true, latency = 10 } of past) insert.run(Number(success), latency, end - ago, id)
  })()
}
const read = (path: string) => world.call('member', 'GET', `/${id}/${path}`)
const at = (ago: number) => new Date((end - ago) * 1000).toISOString().replace('.000Z', 'Z')

describe('records', () => {
  it('are returned newest first, 100 by default, both ends of the range inclusive', async () => {
    insertRecords(Array.from({ length: 150 }, (_, n) => ({ ago: n * 10 })))
    const { data } = await read('records')
    expect(data).toHaveLength(100)
    expect(data[0]).toEqual({
      id: expect.any(Number),
      monitor_id: id,
      success: true,
      latency: 10,
      error: null,
      error_text: null,
      time: at(0),
      detail: { connected: true },
      detail_json: '{"connected":true}',
    })
    const times = async (query: string) =>
      (await read(`records?${query}`)).data.map(({ time }: { time: string }) => time)
    expect(await times('limit=2')).toEqual([at(0), at(10)])
    expect(await times(`from=${at(50)}&to=${at(30)}`)).toEqual([at(30), at(40), at(50)])
    expect(await times(`to=${at(1470)}&limit=1000`)).toEqual([at(1470), at(1480), at(1490)])
    expect(await times(`from=${at(-60)}`)).toEqual([])
    // two at the same time, at the end of a page
    insertRecords([{ ago: 0 }, { ago: 10 }, { ago: 10 }, { ago: 10 }, { ago: 20 }])
    const pages = await readPages<{ id: number; time: string }[]>(
      (url) => world.kernel.as('member').inject(url),
      `/api/service-monitors/${id}/records?limit=2&to=${at(0)}`,
    )
    expect(pages.map((page) => page.map(({ time }) => time))).toEqual([[at(0), at(10)], [at(10), at(10)], [at(20)]])
    expect(new Set(pages.flat().map((record) => record.id)).size).toBe(5)
  })

  it.each([
    ['records?limit=0', 'limit'],
    ['records?limit=1001', 'limit'],
    ['records?from=yesterday', 'from'],
    ['records?to=2026-13-01', 'to'],
    [`records?from=${at(0)}&to=${at(10)}`, 'from'],
    [`summary?from=${at(0)}&to=${at(10)}`, 'from'],
    ['summary?from=x', 'from'],
  ])('rejects %s', async (query, field) => {
    const { status, error } = await read(query)
    expect([status, error.message]).toEqual([400, expect.stringContaining(field)])
  })
})

describe('a summary', () => {
  it('covers the last 24 hours by default, with percentiles of successful checks', async () => {
    insertRecords([
      ...Array.from({ length: 100 }, (_, n) => ({ ago: n * 60, latency: n + 1 })),
      { ago: 30, success: false, latency: null },
      { ago: 90, success: false, latency: 5000 },
      { ago: 86_401 },
      { ago: -1 },
    ])
    const { data } = await read('summary')
    expect(data).toMatchObject({
      monitor_id: id,
      from: at(86_400),
      to: at(0),
      checks: 102,
      failures: 2,
      availability: 100 / 102,
      avg_latency: 50.5,
      p50_latency: 50,
      p95_latency: 95,
    })
    const { series } = data
    expect(series.length).toBeLessThanOrEqual(300)
    expect(series.reduce((sum: number, { checks }: { checks: number }) => sum + checks, 0)).toBe(102)
    expect(series.at(-1)).toEqual({ time: at(0), checks: 1, failures: 0, avg_latency: 1, max_latency: 1 })
    expect(series.at(-2)).toEqual({ time: at(300), checks: 7, failures: 2, avg_latency: 4, max_latency: 6 })
  })

  it('has no uptime without checks and no response times without successes', async () => {
    insertRecords([])
    expect((await read('summary')).data).toMatchObject({
      checks: 0,
      failures: 0,
      availability: null,
      avg_latency: null,
      p50_latency: null,
      p95_latency: null,
      series: [],
    })
    insertRecords([{ ago: 5, success: false, latency: null }])
    expect((await read('summary')).data).toMatchObject({
      checks: 1,
      failures: 1,
      availability: 0,
      p95_latency: null,
      series: [{ checks: 1, failures: 1, avg_latency: null, max_latency: null }],
    })
  })

  it('of a month of checks every ten seconds has at most 300 steps', async () => {
    const checks = 30 * 8640
    insertRecords(Array.from({ length: checks }, (_, n) => ({ ago: n * 10, success: n % 100 > 0, latency: n % 500 })))
    const { data } = await read(`summary?from=${at(30 * 86_400)}`)
    expect(data).toMatchObject({ checks, failures: checks / 100, availability: 0.99 })
    expect(data.series.length).toBeLessThanOrEqual(300)
    expect(data.series.length).toBeGreaterThan(200)
  })

  it.each([1, 60, 3600, 86_400, 7 * 86_400, 30 * 86_400, 90 * 86_400, 400 * 86_400])(
    'of %i seconds is divided into at most 300 steps, wherever it begins',
    (length) => {
      for (const from of [end, end + 1, end + 12_345]) {
        const step = stepLength({ from, to: from + length })
        expect(Math.floor((from + length) / step) - Math.floor(from / step) + 1).toBeLessThanOrEqual(300)
        expect(86_400 % step === 0 || step % 86_400 === 0).toBe(true)
      }
    },
  )
})

it('are kept for retention.service_monitor_days', async () => {
  insertRecords([{ ago: 30 * 86_400 + 60 }, { ago: 30 * 86_400 - 60 }, { ago: 0 }])
  await world.kernel.runJob('Cleanup')
  expect((await read('records')).data).toHaveLength(2)
})

it('of a deleted monitor are purged in small transactions, also after a restart', async () => {
  const { database } = world.kernel
  const insert = database.prepare(
    "INSERT INTO monitors_records (monitor, success, latency, detail_json, error_json, time) VALUES (?, 1, 1, '{}', NULL, ?)",
  )
  insertRecords([{ ago: 0 }])
  database.transaction(() => {
    for (let n = 0; n < 5500; n += 1) insert.run(9000 + (n % 2), n)
  })()
  database.exec('INSERT INTO monitors_purges VALUES (9000), (9001)')
  const other = await world.make({ monitor_type: 'tcp', target: 'a.example:1', enabled: false })
  await world.call('admin', 'DELETE', `/${other.id}`)
  const left = () =>
    database
      .prepare('SELECT (SELECT count(*) FROM monitors_records) + (SELECT count(*) FROM monitors_purges)')
      .pluck()
      .get()
  await world.until(() => left() === 1)
})
