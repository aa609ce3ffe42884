import { makeBlock, packKey, packPeriod } from '@svc/series'
import { describe, expect, it } from 'vitest'
import { recordNames } from '../../test/database.ts'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'
import { columns } from '../columns.ts'
import { openBlock } from './block-code.ts'

const now = Date.UTC(2026, 4, 2, 0, 2)
const hour = 3_600_000
const lastHour = Math.floor(now / hour) - 1
const yesterday = Math.floor(lastHour / 24)

withFleet(now)

const count = (table: string) => kernel.database.prepare(`SELECT count(*) FROM metrics_${table}`).pluck().get()
const summary = (number: number, at: number, cpu: number) =>
  kernel.database
    .prepare(
      `INSERT INTO metrics_hourly_records (id, hour, ${recordNames})
       VALUES (?, ?, ?, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NULL, NULL, '[{"name":"sda"}]')`,
    )
    .run(packPeriod(number, at), at, cpu)
const minute = (number: number, at: number, cpu: number) =>
  kernel.database
    .prepare(
      `INSERT INTO metrics_records (id, ${recordNames}) VALUES (?, ?, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NULL, NULL, NULL)`,
    )
    .run(packKey(at, number), cpu)

const read = async (id: string, fields?: string) => {
  const query = { from: '2026-04-29T00:00:00Z', to: '2026-05-02T00:00:00Z', interval: 'hourly' }
  const url = `/api/servers/${id}/records`
  const answer = await kernel.as('member').inject({ url, query: fields ? { ...query, fields } : query })
  return answer.json().data as Record<string, unknown>[]
}

describe('hourly records of a complete day', () => {
  it('become one block per server and read the same', async () => {
    const servers = [fleet.add(5), fleet.add(6)]
    for (const { number } of servers) {
      for (let at = lastHour - 50; at <= lastHour; at += 3) summary(number, at, (at - lastHour + number) / 8)
    }
    const readAll = async () => [
      ...(await Promise.all(servers.map(({ id }) => read(id)))),
      ...(await Promise.all(servers.map(({ id }) => read(id, 'load1,cpu')))),
    ]
    const before = await readAll()
    expect(before.map((rows) => rows.length)).toEqual([17, 17, 17, 17])
    expect(before[0]?.[0]).toMatchObject({
      id: packPeriod(5, lastHour - 50),
      time: '2026-04-29T21:00:00Z',
      cpu: -5.625,
    })
    await kernel.runJob('Aggregator')
    expect([count('hourly_records'), count('sealed_days')]).toEqual([0, 6])
    expect(await readAll()).toEqual(before)
    // from the cache
    expect(await readAll()).toEqual(before)
  })

  it('are not sealed before the day ends', async () => {
    fleet.add(5)
    summary(5, lastHour, 1)
    summary(5, lastHour + 1, 2)
    await kernel.runJob('Aggregator')
    expect([count('hourly_records'), count('sealed_days')]).toEqual([1, 1])
  })

  it('include the last completed hour', async () => {
    const { id } = fleet.add(5)
    summary(5, lastHour - 1, 1)
    minute(5, lastHour * 60 + 59, 7)
    await kernel.runJob('Aggregator')
    expect([count('hourly_records'), count('sealed_days')]).toEqual([0, 1])
    expect((await read(id)).map(({ cpu }) => cpu)).toEqual([1, 7])
  })

  it('are recomputed when minutes arrive late; missing ones stay missing', async () => {
    const { id } = fleet.add(5)
    const [aggregated, missed] = [lastHour - 3, lastHour - 5]
    for (const at of [aggregated, missed]) minute(5, at * 60, 4)
    summary(5, aggregated, 4)
    await kernel.runJob('Aggregator')
    expect(count('sealed_days')).toBe(1)
    expect((await read(id)).map(({ cpu }) => cpu)).toEqual([4])
    for (const at of [aggregated, missed]) minute(5, at * 60 + 1, 8)
    await kernel.runJob('Aggregator')
    expect([count('hourly_records'), count('sealed_days')]).toEqual([0, 1])
    expect((await read(id)).map(({ time, cpu }) => [time, cpu])).toEqual([['2026-05-01T20:00:00Z', 6]])
  })

  it('stay rows if their block cannot be read; other servers are sealed', async () => {
    for (const number of [1, 2, 3]) summary(number, lastHour - 2, 1)
    await kernel.runJob('Aggregator')
    const otherVersion = makeBlock([Uint8Array.of(9)])
    kernel.database.prepare('UPDATE metrics_sealed_days SET block = ? WHERE id >> 24 = 2').run(otherVersion)
    for (const number of [1, 2, 3]) summary(number, lastHour - 1, 2)
    await kernel.runJob('Aggregator')
    expect([count('hourly_records'), count('sealed_days')]).toEqual([1, 3])
    const block = kernel.database.prepare('SELECT block FROM metrics_sealed_days WHERE id = ?').pluck()
    expect(openBlock(block.get(packPeriod(3, yesterday)) as Buffer, columns.slice(0, 1))).toEqual({
      slots: [21, 22].map((slot) => slot + (lastHour % 24) - 23),
      cells: [[1, 2]],
    })
    const { id } = fleet.add(2)
    expect((await read(id)).map(({ cpu }) => cpu)).toEqual([2])
    expect(kernel.logs).toContainEqual(
      expect.objectContaining({ msg: 'failed to seal the rows of a server; they stay' }),
    )
    expect(kernel.logs).toContainEqual(
      expect.objectContaining({ msg: 'skipped a block that cannot be read', day: yesterday }),
    )
  })
})
