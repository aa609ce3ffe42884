import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import type { Server } from '@svc/plugin-enrollment/contract'
import { MissedReport, type ReportPayload, ReportsKept } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { minuteOfKey, numberOfKey } from '@svc/series'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import metrics from '../index.ts'
import { makeFleet } from '../testing.ts'

const second = Date.UTC(2026, 4, 1, 12) / 1000
const noon = second / 60

let fleet: ReturnType<typeof makeFleet>
let kernel: TestKernel
let server: Server
beforeEach(async () => {
  fleet = makeFleet()
  kernel = await createTestKernel({ plugins: [fleet.plugin, metrics], now: second * 1000 })
  server = fleet.add(7, false, { createdAt: second - 86_400 })
})
afterEach(() => kernel.close())

const at = (minute: number) => second + minute * 60
/** Rows as minutes since noon with the CPU value, which identifies the report. */
const rows = (number = 7) =>
  (kernel.database.prepare('SELECT id, cpu FROM metrics_records ORDER BY id').all() as { id: number; cpu: number }[])
    .filter(({ id }) => numberOfKey(id) === number)
    .map(({ id, cpu }) => [minuteOfKey(id) - noon, cpu])
const reconnect = (of = server) => {
  fleet.disconnect(of)
  fleet.connect(of)
}
const offer = (minutes: readonly unknown[], of = server, running_seconds = 86_400) =>
  fleet.say(of, ReportsKept, { running_seconds, seq: 1000, minutes })
const missed = (minute: unknown, patch: Partial<ReportPayload> = {}, of = server) =>
  fleet.say(of, MissedReport, { minute, ...report(patch), seq: 1 })
const requested = (of = server) =>
  fleet.sent
    .filter(({ serverId }) => serverId === of.id)
    .map(({ payload }) => (payload as { minutes: number[] }).minutes)
const settle = () => kernel.clock.advance(500)

describe('a reconnecting agent', () => {
  it('is asked for missing minutes, which are stored at their own time', async () => {
    await kernel.clock.advance(5000)
    fleet.report(server, report({ cpu: 1 }))
    await kernel.clock.advance(10_000)
    kernel.clock.set((at(4) + 20) * 1000)
    reconnect()
    offer([at(-1), at(0), at(1), at(2), at(3)])
    expect(requested()).toEqual([[at(-1), at(1), at(2), at(3)]])
    for (const minute of [1, 2, 3]) missed(at(minute), { cpu: 10 + minute })
    await settle()
    expect(rows()).toEqual([
      [0, 1],
      [1, 11],
      [2, 12],
      [3, 13],
    ])
  })

  it('gets an empty request if nothing is missing', async () => {
    fleet.report(server, report())
    await kernel.clock.advance(70_000)
    reconnect()
    offer([at(0)])
    expect(requested()).toEqual([[]])
  })

  it('is asked only for past, recent minutes after the server was added', async () => {
    const young = fleet.add(8, false, { createdAt: at(-2) - 30 })
    kernel.clock.set((at(0) + 30) * 1000)
    const hostile = [at(-11), at(-10), at(0), at(1), at(60), at(-1) + 1, at(-1), at(-1), -60, 0, 1e15, at(-52_560_000)]
    offer(hostile)
    offer(hostile.concat([at(-2), at(-3)]), young)
    expect(requested()).toEqual([[at(-10), at(-1)]])
    expect(requested(young)).toEqual([[at(-2), at(-1)]])
  })

  it('cannot write unrequested minutes, or a minute twice', async () => {
    offer([at(-2)])
    offer([at(-3)])
    missed(at(-2), { cpu: 1 })
    missed(at(-2), { cpu: 2 })
    for (const minute of [at(-3), at(0), at(1), at(-2) + 0.5, -at(2), Number.NaN, 1e300, at(-52_560_000)])
      missed(minute)
    for (let i = 0; i < 1000; i++) missed(at(-2), { cpu: 3 })
    await settle()
    missed(at(-2), { cpu: 4 })
    await settle()
    expect(requested()).toEqual([[at(-2)]])
    expect(rows()).toEqual([[-2, 1]])
  })

  it('is ignored on another connection and after a minute', async () => {
    offer([at(-2), at(-1)])
    reconnect()
    missed(at(-2))
    offer([at(-2), at(-1)])
    missed(at(-2), { cpu: 5 })
    await kernel.clock.advance(61_000)
    missed(at(-1), { cpu: 5 })
    await settle()
    expect(rows()).toEqual([[-2, 5]])
  })

  it('has its values clamped like those of any report', async () => {
    const disks = Array.from({ length: 10_000 }, (_, i) => ({
      name: `d${i}`,
      read_bytes_per_sec: -5,
      write_bytes_per_sec: 1,
    }))
    offer([at(-1)])
    missed(at(-1), { cpu: 1e9, mem_used: -5, disk_io: disks })
    await settle()
    const row = kernel.database.prepare('SELECT cpu, mem_used, disk_io_json FROM metrics_records').get()
    expect(row).toMatchObject({ cpu: 100, mem_used: 0 })
    expect(JSON.parse((row as { disk_io_json: string }).disk_io_json)).toHaveLength(256)
  })

  it('is ignored after its server was deleted', async () => {
    offer([at(-1)])
    missed(at(-1))
    fleet.delete(server)
    await settle()
    expect(rows()).toEqual([])
  })

  it('is not asked if it does not report buffered minutes', async () => {
    fleet.report(server, report())
    await kernel.clock.advance(120_000)
    expect(fleet.sent).toEqual([])
    expect(rows()).toHaveLength(1)
  })
})

describe('a sample waiting for the writer', () => {
  it('counts as recorded, and is written although the writer has passed its server', async () => {
    await kernel.clock.advance(30_000)
    fleet.report(server, report({ cpu: 1 }))
    await kernel.clock.advance(35_000)
    reconnect()
    offer([at(-1), at(0)])
    expect(requested()).toEqual([[at(-1)]])
    fleet.report(server, report({ cpu: 2 }))
    await settle()
    expect(rows()).toEqual([[0, 1]])
    await kernel.clock.advance(60_000)
    expect(rows()).toEqual([
      [0, 1],
      [1, 2],
    ])
  })

  it('is not written late if the server was away longer than agents buffer minutes', async () => {
    await kernel.clock.advance(30_000)
    fleet.report(server, report())
    fleet.disconnect(server)
    await kernel.clock.advance(11 * 60_000)
    fleet.connect(server)
    fleet.report(server, report())
    await settle()
    expect(rows()).toEqual([])
  })
})

describe('a fleet that reconnects all at once', () => {
  it('is asked no faster than records are written, without loss', async () => {
    const servers = Array.from({ length: 600 }, (_, i) => fleet.add(1000 + i, false, { createdAt: second - 86_400 }))
    const minutes = Array.from({ length: 10 }, (_, i) => at(i - 10))
    for (const one of servers) offer(minutes, one)
    expect(fleet.sent.length).toBeLessThanOrEqual(200)
    for (let done = 0; done < fleet.sent.length; ) {
      for (; done < fleet.sent.length; done++) {
        const { serverId, payload } = fleet.sent[done] as (typeof fleet.sent)[number]
        const one = servers.find(({ id }) => id === serverId) as Server
        for (const minute of (payload as { minutes: number[] }).minutes) missed(minute, {}, one)
      }
      await kernel.clock.advance(40)
    }
    await kernel.clock.advance(2000)
    expect(kernel.database.prepare('SELECT count(*) FROM metrics_records').pluck().get()).toBe(6000)
  })

  it('does not wait for agents that never respond', async () => {
    const servers = Array.from({ length: 250 }, (_, i) => fleet.add(1000 + i, false, { createdAt: second - 86_400 }))
    const minutes = Array.from({ length: 10 }, (_, i) => at(i - 10))
    for (const one of servers) offer(minutes, one)
    expect(fleet.sent).toHaveLength(200)
    for (const one of servers.slice(0, 10)) fleet.disconnect(one)
    expect(fleet.sent).toHaveLength(210)
    await kernel.clock.advance(61_000)
    expect(fleet.sent).toHaveLength(250)
  })

  it('writes the other records when one fails', async () => {
    kernel.database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON metrics_records WHEN NEW.id / 1048576 = ${noon - 2}
      BEGIN SELECT RAISE(ABORT, 'full'); END`)
    offer([at(-3), at(-2), at(-1)])
    for (const minute of [-3, -2, -1]) missed(at(minute), { cpu: 1 })
    await settle()
    kernel.database.exec('DROP TRIGGER refuse')
    expect(rows().map(([minute]) => minute)).toEqual([-3, -1])
    expect(kernel.logs).toContainEqual(
      expect.objectContaining({ msg: 'failed to write a late record', server: 'server-7' }),
    )
  })

  it('writes pending records on shutdown', async () => {
    offer([at(-2), at(-1)])
    missed(at(-2))
    missed(at(-1))
    const written: unknown[] = []
    kernel.database.function('inserted', (id) => void written.push(minuteOfKey(id as number) - noon))
    kernel.database.exec('CREATE TEMP TRIGGER seen AFTER INSERT ON metrics_records BEGIN SELECT inserted(NEW.id); END')
    await kernel.close()
    expect(written).toEqual([-2, -1])
    kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics] })
  })
})
