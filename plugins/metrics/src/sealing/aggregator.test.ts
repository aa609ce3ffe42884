import { createTestKernel } from '@svc/kernel/testing'
import { report } from '@svc/protocol/testing'
import { makeBlock, packKey } from '@svc/series'
import { describe, expect, it, vi } from 'vitest'
import { recordNames } from '../../test/database.ts'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'
import metrics from '../index.ts'
import { makeFleet } from '../testing.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const noonMinute = noon / 60_000

withFleet(noon)

const otherVersion = makeBlock([Uint8Array.of(9)])

const count = (table: string) => kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
const counts = () => ['metrics_records', 'metrics_sealed_hours', 'metrics_hourly_records'].map(count)

/** Inserts an unsealed record, as the writer does. */
const put = (minute: number, number: number, cpu = 1) =>
  kernel.database
    .prepare(
      `INSERT INTO metrics_records (id, ${recordNames}) VALUES (?, ?, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NULL, NULL, NULL)`,
    )
    .run(packKey(minute, number), cpu)

const readAll = async (servers: readonly { id: string }[]) => {
  const answers: unknown[] = []
  for (const { id } of servers) answers.push(await read(id, 'raw'))
  return answers
}

const read = async (id: string, interval: 'raw' | 'hourly', from = noon - 86_400_000) => {
  const query = { from: new Date(from).toISOString(), to: new Date(noon + 86_400_000).toISOString(), interval }
  const answer = await kernel.as('member').inject({ url: `/api/servers/${id}/records`, query })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data as { time: string; cpu: number }[]
}

describe('Aggregator', () => {
  it('does not change responses', async () => {
    const servers = Array.from({ length: 40 }, (_, i) => fleet.add(3 * i + 1))
    for (let minute = 0; minute < 60; minute++) {
      for (const { number } of servers) put(noonMinute - 60 + minute, number, (minute * number) % 101)
      for (const server of servers) fleet.report(server, report({ cpu: minute + 0.125, temperature: 40.5 }))
      await kernel.clock.advance(1)
    }
    kernel.clock.set(noon + 59_000)
    await kernel.runJob('RecordWriter')
    const before = await readAll(servers)
    expect(before[0]).toHaveLength(61)
    await kernel.runJob('Aggregator')
    expect(counts()).toEqual([40, 40, 40])
    expect(await readAll(servers)).toEqual(before)
    await kernel.runJob('Aggregator')
    expect(await readAll(servers)).toEqual(before)
    expect(counts()).toEqual([40, 40, 40])
  })

  it('runs after each full hour, once its last record is written', async () => {
    const server = fleet.add(1)
    for (let minute = 0; minute < 61; minute++) {
      fleet.report(server, report({ cpu: minute }))
      await kernel.clock.advance(60_000)
    }
    expect(counts()).toEqual([61, 0, 0])
    await kernel.clock.advance(30_000)
    expect(counts()).toEqual([1, 1, 1])
    expect(await read(server.id, 'hourly')).toMatchObject([{ time: '2026-05-01T12:00:00Z', cpu: 29.5 }])
  })

  it('seals missed hours, but aggregates only the last one', async () => {
    const server = fleet.add(1)
    put(noonMinute - 150, 1)
    put(noonMinute - 30, 1, 9)
    await kernel.runJob('Aggregator')
    expect(counts()).toEqual([0, 2, 1])
    expect(await read(server.id, 'raw')).toMatchObject([{ time: '2026-05-01T09:30:00Z' }, { cpu: 9 }])
    expect(await read(server.id, 'hourly')).toMatchObject([{ time: '2026-05-01T11:00:00Z', cpu: 9 }])
  })

  it('catches up after a restart', async () => {
    fleet.add(1)
    put(noonMinute - 1, 1)
    await kernel.clock.advance(14_000)
    expect(counts()).toEqual([1, 0, 0])
    await kernel.clock.advance(1_000)
    await kernel.runJob('Aggregator')
    expect(counts()).toEqual([0, 1, 1])
  })

  it('merges late records into a sealed hour, also before they are sealed', async () => {
    const server = fleet.add(1)
    for (const minute of [10, 20, 30]) put(noonMinute - 60 + minute, 1, minute)
    await kernel.runJob('Aggregator')
    for (const minute of [5, 20]) put(noonMinute - 60 + minute, 1, minute + 1)
    const expected = [6, 10, 21, 30]
    expect((await read(server.id, 'raw')).map(({ cpu }) => cpu)).toEqual(expected)
    await kernel.runJob('Aggregator')
    expect((await read(server.id, 'raw')).map(({ cpu }) => cpu)).toEqual(expected)
    expect((await read(server.id, 'hourly')).map(({ cpu }) => cpu)).toEqual([67 / 4])
    expect(counts()).toEqual([0, 1, 1])
  })

  it('reads part of a sealed hour', async () => {
    const server = fleet.add(1)
    for (let minute = 0; minute < 60; minute++) put(noonMinute - 60 + minute, 1, minute)
    await kernel.runJob('Aggregator')
    const all = Array.from({ length: 60 }, (_, i) => i)
    for (let turn = 0; turn < 2; turn++) {
      expect((await read(server.id, 'raw', noon - 5 * 60_000)).map(({ cpu }) => cpu)).toEqual(all.slice(55))
      expect((await read(server.id, 'raw', noon - 60 * 60_000)).map(({ cpu }) => cpu)).toEqual(all)
    }
  })

  it('continues with other servers if a block cannot be read, and keeps its rows', async () => {
    for (const number of [1, 2, 3]) put(noonMinute - 30, number)
    await kernel.runJob('Aggregator')
    kernel.database.prepare('UPDATE metrics_sealed_hours SET block = ? WHERE id >> 24 = 2').run(otherVersion)
    for (const number of [1, 2, 3]) put(noonMinute - 20, number)
    await kernel.runJob('Aggregator')
    expect(counts()).toEqual([1, 3, 3])
    expect(kernel.logs).toContainEqual(
      expect.objectContaining({ msg: 'failed to seal the rows of a server; they stay' }),
    )
  })

  it('does not seal records in the future', async () => {
    fleet.add(1)
    put(noonMinute + 600, 1)
    put(noonMinute, 1)
    await kernel.runJob('Aggregator')
    expect(counts()).toEqual([2, 0, 0])
  })

  it('never hides or duplicates records for concurrent readers', async () => {
    const servers = Array.from({ length: 300 }, (_, i) => fleet.add(i + 1))
    kernel.database.transaction(() => {
      for (let minute = 0; minute < 60; minute++) {
        for (const { number } of servers) put(noonMinute - 60 + minute, number, minute)
      }
    })()
    const minutes = Array.from({ length: 60 }, (_, i) => i)
    let done = false
    const run = kernel.runJob('Aggregator').then(() => {
      done = true
    })
    const query = { from: '2026-05-01T11:00:00Z', to: '2026-05-01T12:00:00Z' }
    for (let i = 0; !done; i = (i + 7) % servers.length) {
      // responses without a pause would starve the event that ends the run
      await new Promise(setImmediate)
      const url = `/api/servers/${servers[i]?.id}/records`
      const rows = (await kernel.as('member').inject({ url, query })).json().data as { cpu: number }[]
      expect(rows.map(({ cpu }) => cpu)).toEqual(minutes)
    }
    await run
    expect(counts()).toEqual([0, 300, 300])
  })

  it('stops early on shutdown', async () => {
    const ending = makeFleet()
    const second = await createTestKernel({ plugins: [ending.plugin, metrics], now: noon })
    const put = second.database.prepare(
      `INSERT INTO metrics_records (id, ${recordNames}) VALUES (?, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NULL, NULL, NULL)`,
    )
    second.database.transaction(() => {
      for (let number = 1; number <= 2000; number++) put.run(packKey(noonMinute - 1, number))
    })()
    const sealed = second.database.prepare('SELECT count(*) FROM metrics_sealed_hours').pluck()
    const run = second.runJob('Aggregator')
    await vi.waitFor(() => expect(sealed.get()).not.toBe(0), { timeout: 20_000, interval: 1 })
    await Promise.all([run, second.close()])
    expect(second.logs).not.toContainEqual(expect.objectContaining({ msg: 'job ignored its abort' }))
    expect(second.logs).not.toContainEqual(expect.objectContaining({ msg: expect.stringContaining('job failed') }))
  })
})
