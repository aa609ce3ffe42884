import { report } from '@svc/protocol/testing'
import { describe, expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../test/with-fleet.ts'
import { gpuRecorder } from './gpu-records.ts'
import { databaseOf } from './testing.ts'

const noon = Date.UTC(2026, 4, 1, 12)

withFleet(noon)

const card = (name: string, utilization: number) => ({
  name,
  mem_total: 25_769_803_776,
  mem_used: 1_073_741_824,
  utilization,
  temperature: 61.5,
})
const withCards = (...cards: ReturnType<typeof card>[]) =>
  report({ gpu: { count: cards.length, average_usage: 50, detailed_info: cards } })

const count = () => kernel.database.prepare('SELECT count(*) FROM metrics_gpu_records').pluck().get()
const day = { from: '2026-05-01T00:00:00Z', to: '2026-05-01T23:59:59Z' }

const ask = async (id: string, query: Record<string, string> = day, who: 'admin' | 'member' = 'member') => {
  const answer = await kernel.as(who).inject({ url: `/api/servers/${id}/gpu-records`, query })
  return { status: answer.statusCode, body: answer.json() as { data: object[]; error: { details: object[] } } }
}

describe('GET /api/servers/{id}/gpu-records', () => {
  it('returns one record per device and minute, ascending', async () => {
    const [server, other, without] = [fleet.add(1), fleet.add(2), fleet.add(3)]
    for (let minute = 0; minute < 2; minute++) {
      for (let second = 0; second < 20; second++) {
        fleet.report(server, withCards(card('A100', second), card('<b>"; DROP TABLE x', 100)))
        fleet.report(other, withCards(card('T4', 7)))
        fleet.report(without, report())
        await kernel.clock.advance(3_000)
      }
    }
    expect(count()).toBe(6)
    const { status, body } = await ask(server.id)
    expect(status).toBe(200)
    const own = { id: expect.any(Number), server_id: server.id, mem_total: 25_769_803_776, mem_used: 1_073_741_824 }
    expect(body.data).toEqual(
      ['2026-05-01T12:00:00Z', '2026-05-01T12:01:00Z'].flatMap((time) => [
        { ...own, time, device_index: 0, device_name: 'A100', utilization: 3, temperature: 61.5 },
        { ...own, time, device_index: 1, device_name: '<b>"; DROP TABLE x', utilization: 100, temperature: 61.5 },
      ]),
    )
    expect((await ask(without.id)).body.data).toEqual([])
    const second = { from: '2026-05-01T12:00:01Z', to: '2026-05-01T12:01:00Z' }
    expect((await ask(server.id, second)).body.data).toHaveLength(2)
  })

  it('replaces the devices of a rewritten minute', async () => {
    const server = fleet.add(1)
    const record = gpuRecorder(databaseOf(kernel))
    for (const cards of [[card('A', 1), card('B', 1)], [card('C', 2)]]) {
      record([{ serverId: server.id, number: 1, minute: noon / 60_000, report: withCards(...cards) }])
    }
    expect((await ask(server.id)).body.data).toMatchObject([{ device_name: 'C', device_index: 0 }])
  })

  it('validates like the records route', async () => {
    const hidden = fleet.add(9, true)
    expect((await ask('nobody')).status).toBe(404)
    expect((await ask(hidden.id)).status).toBe(404)
    expect((await ask(hidden.id, day, 'admin')).status).toBe(200)
    expect((await ask(hidden.id, { from: day.from }, 'admin')).status).toBe(400)
    expect((await ask(hidden.id, { from: '1970-01-01', to: '9999-12-31' }, 'admin')).status).toBe(200)
  })

  it('returns any number of records, in parts', async () => {
    const server = fleet.add(1)
    kernel.database.exec(`INSERT INTO metrics_gpu_records
      (number, minute, device_index, device_name, mem_total, mem_used, utilization, temperature)
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      SELECT 1, ${noon / 60_000} + i / 256, i % 256, 'A', 1, 1, 1, 1 FROM n`)
    const { status, body } = await ask(server.id)
    expect(status).toBe(200)
    const expected = Array.from({ length: 100_001 }, (_, i) => `${noon / 60_000 + Math.floor(i / 256)} ${i % 256}`)
    const found = body.data as { time: string; device_index: number }[]
    expect(found.map(({ time, device_index }) => `${Date.parse(time) / 60_000} ${device_index}`)).toEqual(expected)
  })
})

describe('deleting a server', () => {
  it('deletes its GPU records and no others', async () => {
    const [other, deleted] = [fleet.add(1), fleet.add(2)]
    for (const server of [other, deleted]) fleet.report(server, withCards(card('A', 1), card('B', 2)))
    await kernel.clock.advance(60_000)
    expect(count()).toBe(4)
    fleet.delete(deleted)
    await kernel.clock.advance(1)
    await vi.waitFor(() => expect(count()).toBe(2), { timeout: 20_000 })
    expect((await ask(other.id)).body.data).toHaveLength(2)
  })
})
