import { reportMetrics } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { describe, expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../test/with-fleet.ts'
import { latest } from './contract.ts'

const noon = Date.UTC(2026, 4, 1, 12)

withFleet(noon)

const tables = ['metrics_records', 'metrics_sealed_hours', 'metrics_hourly_records']
const rows = () =>
  tables.map((table) => kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number)

describe('a report', () => {
  it('becomes the latest sample, and is sent to browsers and in the next full sync', () => {
    const server = fleet.add(1)
    kernel.clock.set(noon + 2_500)
    const sent = report({
      cpu: 300,
      disk_io: [
        { name: 'sda', read_bytes_per_sec: 10, write_bytes_per_sec: 1 },
        { name: 'sdb', read_bytes_per_sec: 20, write_bytes_per_sec: 2 },
      ],
    })
    fleet.report(server, sent)
    expect(kernel.service(latest).get(server.id)).toMatchObject({ receivedAt: noon + 2_500, report: { cpu: 100 } })
    const figures = {
      ...Object.fromEntries(reportMetrics.map((name) => [name, sent[name]])),
      ...{ temperature: null, gpu_usage: null },
      last_active: noon / 1000 + 2,
      cpu: 100,
      disk_read_bytes_per_sec: 30,
      disk_write_bytes_per_sec: 3,
    }
    expect(fleet.updates).toEqual([{ id: server.id, name: server.name, online: true, ...figures }])
    expect(fleet.status(server.id)).toEqual({ id: server.id, ...figures })
    expect(fleet.status('nobody')).toBeUndefined()
  })

  it('stays the latest sample after the agent disconnects', () => {
    const server = fleet.add(1)
    fleet.report(server, report({ cpu: 5 }))
    fleet.disconnect(server)
    expect(kernel.service(latest).get(server.id)?.report.cpu).toBe(5)
  })
})

describe('deleting a server', () => {
  it('deletes its sample and records, and no others', async () => {
    const [other, deleted] = [fleet.add(1), fleet.add(2)]
    for (let i = 0; i < 450; i++) {
      fleet.report(other, report())
      fleet.report(deleted, report())
      await kernel.clock.advance(60_000)
    }
    expect(rows()).toEqual([60, 14, 14])
    fleet.delete(deleted)
    await kernel.clock.advance(1)
    expect(kernel.service(latest).get(deleted.id)).toBeUndefined()
    await vi.waitFor(() => expect(rows()).toEqual([30, 7, 7]), { timeout: 20_000 })
    expect(kernel.service(latest).get(other.id)).toBeDefined()
  })

  it('has no effect if rolled back', async () => {
    const server = fleet.add(1)
    fleet.report(server, report())
    await kernel.clock.advance(60_000)
    expect(() => fleet.delete(server, { rollBack: true })).toThrow('rolled back')
    await kernel.clock.advance(1)
    expect(kernel.service(latest).get(server.id)).toBeDefined()
    expect(rows()).toEqual([1, 0, 0])
  })
})

describe('retention', () => {
  it('covers every table', () => {
    const own = [
      { table: 'metrics_records', column: 'id', days: 7, packed: { shift: 20, unitSeconds: 60 } },
      { table: 'metrics_sealed_hours', column: 'hour', days: 7, packed: { shift: 0, unitSeconds: 3600 } },
      { table: 'metrics_hourly_records', column: 'hour', days: 90, packed: { shift: 0, unitSeconds: 3600 } },
      { table: 'metrics_sealed_days', column: 'day', days: 90, packed: { shift: 0, unitSeconds: 86_400 } },
      { table: 'metrics_gpu_records', column: 'minute', days: 7, packed: { shift: 0, unitSeconds: 60 } },
    ]
    expect(fleet.tiers()).toEqual(expect.arrayContaining(own))
  })
})
