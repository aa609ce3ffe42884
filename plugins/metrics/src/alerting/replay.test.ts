import { makeRandom } from '@svc/kernel/testing'
import { report } from '@svc/protocol/testing'
import { minuteOf, packKey, packPeriod } from '@svc/series'
import { expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'
import { columns } from '../columns.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const noon = Date.UTC(2026, 4, 20, 12)
const start = minuteOf(noon)
withFleet(noon)

const names = columns.map(({ name }) => name)
/** Stores a record with these values and zeros. */
function store(table: 'records' | 'hourly_records', at: number, values: Readonly<Record<string, number>>): void {
  const cells = columns.map(({ name, type, nullable }) => values[name] ?? (nullable || type === 'TEXT' ? null : 0))
  const [keys, key] =
    table === 'records'
      ? [['id'], [packKey(at, 1)]]
      : [
          ['id', 'hour'],
          [packPeriod(1, at), at],
        ]
  kernel.database
    .prepare(
      `INSERT INTO metrics_${table} (${[...keys, ...names].join()}) VALUES (${[...keys, ...names].map(() => '?').join()})`,
    )
    .run(...key, ...cells)
}

it('a threshold holds in the same minutes as when it was evaluated live, sealed or not', async () => {
  const { below } = makeRandom(7)
  const server = fleet.add(1, false, { memTotal: 1000 })
  const conditions = [
    { rule_type: 'cpu', min: 50 },
    { rule_type: 'memory_percent', min: 60 },
  ]
  const live = conditions.map((): number[] => [])
  const last = start + 180
  let hot = false
  for (let minute = start; minute < last; minute++) {
    kernel.clock.set(minute * 60_000)
    if (below(12) === 0) hot = !hot
    // Some minutes have no record.
    if (below(6) > 0) {
      fleet.report(server, report({ cpu: hot ? 40 + below(60) : below(60), mem_used: hot ? 900 : 100 + below(700) }))
    }
    await kernel.runJob('RecordWriter')
    for (const [i, condition] of conditions.entries()) {
      const matches = (await fleet.judge(condition))[server.id]?.matches === true
      const spans = live[i] as number[]
      if (matches !== (spans.length % 2 === 1)) spans.push(minute)
    }
  }
  const closed = live.map((spans) => (spans.length % 2 === 1 ? [...spans, last] : spans))
  expect(Math.min(...closed.map((spans) => spans.length))).toBeGreaterThan(4)
  const replayed = () =>
    Promise.all(conditions.map(async (condition) => (await fleet.replay(condition, start, last))[server.id]))
  expect(await replayed()).toEqual(closed)
  await kernel.runJob('Aggregator')
  const sealed = kernel.database.prepare('SELECT count(*) FROM metrics_sealed_hours').pluck()
  await vi.waitFor(() => expect(sealed.get()).toBeGreaterThan(1))
  expect(await replayed()).toEqual(closed)
})

it('looks back ten minutes before the span', async () => {
  fleet.add(1)
  for (let minute = start - 10; minute < start; minute++) store('records', minute, { cpu: 99 })
  expect(await fleet.replay({ rule_type: 'cpu', min: 90 }, start, start + 60)).toEqual({
    'server-1': [start, start + 9],
  })
})

it('reads hourly means before the raw records', async () => {
  fleet.add(1)
  const hour = start / 60
  store('hourly_records', hour - 48, { cpu: 95 })
  store('hourly_records', hour - 47, { cpu: 10 })
  store('records', start - 60, { cpu: 10 })
  const [from = 0, to = 0, ...rest] =
    (await fleet.replay({ rule_type: 'cpu', min: 90 }, start - 4320, start))['server-1'] ?? []
  expect([from, to - from >= 60 && to - from < 70, rest]).toEqual([start - 48 * 60, true, []])
})

it('a server without a known size is left out of percentages', async () => {
  fleet.add(1)
  store('records', start - 1, { mem_used: 100 })
  expect(await fleet.replay({ rule_type: 'memory_percent', min: 0 }, start - 60, start)).toEqual({})
})

it('a server is offline in minutes without records while this program was running', async () => {
  const server = fleet.add(1)
  const minutes = Array.from({ length: 60 }, (_, i) => i)
  for (const i of minutes) {
    kernel.clock.set(noon + i * 60_000)
    // Silent from minute 10 to 19 and from 30 to 49; the program was stopped from 40 to 44.
    if (!(i >= 10 && i < 20) && !(i >= 30 && i < 50)) fleet.report(server, report())
    if (i < 40 || i >= 45) {
      await kernel.runJob('RecordWriter')
      await kernel.runJob('UptimeWatch')
    }
  }
  const relative = async (duration: number) =>
    ((await fleet.replay({ rule_type: 'offline', duration }, start, start + 60))['server-1'] ?? []).map(
      (minute) => minute - start,
    )
  expect(await relative(60)).toEqual([11, 20, 31, 39, 46, 50])
  expect(await relative(300)).toEqual([15, 20, 35, 39])
  expect(await relative(3600)).toEqual([])
})
