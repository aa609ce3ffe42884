import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { report } from '@svc/protocol/testing'
import { minuteOfKey, numberOfKey } from '@svc/series'
import { afterEach, describe, expect, it } from 'vitest'
import metrics from './index.ts'
import { chunkSize } from './record-writer.ts'
import { recordsStore } from './records-store.ts'
import { databaseOf, makeFleet } from './testing.ts'

/** the start of a minute */
const noon = Date.UTC(2026, 4, 1, 12)
const minute = noon / 60_000

const open: TestKernel[] = []
const folders: string[] = []
afterEach(async () => {
  for (const kernel of open.splice(0)) await kernel.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function boot(options: { now?: number; dataDir?: string } = {}) {
  const fleet = makeFleet()
  const kernel = await createTestKernel({ plugins: [fleet.plugin, metrics], now: noon, ...options })
  open.push(kernel)
  const rows = () =>
    (kernel.database.prepare('SELECT * FROM metrics_records ORDER BY id').all() as { id: number; cpu: number }[]).map(
      (row) => ({ ...row, minute: minuteOfKey(row.id), number: numberOfKey(row.id) }),
    )
  return { fleet, kernel, rows }
}

describe('RecordWriter', () => {
  it('writes the last sample of each connected server once a minute', async () => {
    const { fleet, kernel, rows } = await boot()
    const one = fleet.add(1)
    const other = fleet.add(700_000)
    await kernel.clock.advance(3000)
    fleet.report(one, report({ cpu: 1 }))
    fleet.report(other, report({ cpu: 3, disk_io: [{ name: 'sda', read_bytes_per_sec: 5, write_bytes_per_sec: 6 }] }))
    await kernel.clock.advance(3000)
    fleet.report(one, report({ cpu: 2 }))
    expect(rows()).toEqual([])
    await kernel.clock.advance(4000)
    expect(rows()).toMatchObject([
      { minute, number: 1, cpu: 2, mem_used: 5_368_709_120, disk_io_json: null, temperature: null },
      {
        minute,
        number: 700_000,
        cpu: 3,
        disk_io_json: '[{"name":"sda","read_bytes_per_sec":5,"write_bytes_per_sec":6}]',
      },
    ])
  })

  it('writes no sample twice, and none of a disconnected server', async () => {
    const { fleet, kernel, rows } = await boot()
    const staying = fleet.add(1)
    const silent = fleet.add(2)
    const leaving = fleet.add(3)
    for (const server of [staying, silent, leaving]) fleet.report(server, report())
    await kernel.clock.advance(60_000)
    fleet.report(staying, report())
    fleet.report(leaving, report())
    fleet.disconnect(leaving)
    await kernel.clock.advance(60_000)
    expect(rows().map(({ minute: m, number }) => [m - minute, number])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 1],
    ])
  })

  it('spreads a large fleet over the minute in chunks, in key order', async () => {
    const { fleet, kernel, rows } = await boot()
    const servers = Array.from({ length: 1000 }, (_, i) => fleet.add(1000 - i))
    for (const server of servers) fleet.report(server, report())
    const counts: number[] = []
    for (let second = 0; second < 60; second++) {
      await kernel.clock.advance(1000)
      counts.push(rows().length)
    }
    const steps = counts.map((count, i) => count - (counts[i - 1] ?? 0)).filter((step) => step > 0)
    expect(steps).toEqual(Array.from({ length: 1000 / chunkSize }, () => chunkSize))
    const hundreds = Array.from({ length: 10 }, (_, i) => 100 * (i + 1))
    expect(hundreds.map((count) => counts.indexOf(count))).toEqual([9, 14, 18, 23, 27, 32, 36, 41, 45, 50])
    expect(rows().map(({ number }) => number)).toEqual(servers.map(({ number }) => number).reverse())
  })

  it('writes one record per minute while the fleet grows', async () => {
    const { fleet, kernel, rows } = await boot()
    const servers = Array.from({ length: 450 }, (_, i) => fleet.add(10_000 + i))
    for (let second = 0; second < 300; second += 3) {
      if (second % 30 === 0) servers.push(fleet.add(9_000 - second))
      for (const server of servers) fleet.report(server, report({ cpu: second / 3 }))
      await kernel.clock.advance(3000)
    }
    const written = rows().filter(({ number }) => number === 10_449)
    expect(written.map((row) => row.minute - minute)).toEqual([0, 1, 2, 3, 4])
  })

  it('continues after a chunk that cannot be written', async () => {
    const { fleet, kernel, rows } = await boot()
    const servers = Array.from({ length: 600 }, (_, i) => fleet.add(i + 1))
    for (const server of servers) fleet.report(server, report())
    kernel.database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON metrics_records WHEN NEW.id % 1048576 = 300
      BEGIN SELECT RAISE(ABORT, 'full'); END`)
    await kernel.clock.advance(60_000)
    expect(rows()).toHaveLength(600 - chunkSize)
    kernel.database.exec('DROP TRIGGER refuse')
    expect(kernel.logs).toContainEqual(expect.objectContaining({ msg: 'failed to write the records of some servers' }))
  })
})

describe('a consumer of records', () => {
  it('gets the rows within the transaction and rolls it back by failing', async () => {
    const { kernel, rows } = await boot()
    const record = { serverId: 'server-1', minute, number: 1, report: report() }
    const seen: unknown[] = []
    const db = databaseOf(kernel)
    recordsStore(db, [(records) => seen.push(...records)]).write([record])
    expect(seen).toEqual([record])
    expect(rows()).toHaveLength(1)
    const refuse = () => {
      throw new Error('full')
    }
    expect(() => recordsStore(db, [refuse]).write([{ ...record, minute: minute + 1 }])).toThrow('full')
    expect(rows()).toHaveLength(1)
  })
})

describe('shutdown and restart', () => {
  it('keep the current minute without writing it twice', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-metrics-'))
    folders.push(dataDir)
    const first = await boot({ dataDir, now: noon + 20_000 })
    const servers = Array.from({ length: 450 }, (_, i) => first.fleet.add(i + 1))
    for (const server of servers) {
      first.fleet.report(server, report({ cpu: 1 }))
      first.fleet.disconnect(server)
    }
    await first.kernel.close()

    const second = await boot({ dataDir, now: noon + 40_000 })
    expect(second.rows()).toHaveLength(450)
    const again = second.fleet.add(1)
    second.fleet.report(again, report({ cpu: 2 }))
    await second.kernel.runJob('RecordWriter')
    expect(second.rows()).toHaveLength(450)
    expect(second.rows()[0]).toMatchObject({ minute, number: 1, cpu: 2 })
  })

  it('do not store the last sample of a server that disconnected long ago', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-metrics-'))
    folders.push(dataDir)
    const first = await boot({ dataDir })
    const disconnected = first.fleet.add(1)
    first.fleet.report(disconnected, report())
    first.fleet.disconnect(disconnected)
    await first.kernel.clock.advance(180_000)
    await first.kernel.close()
    expect((await boot({ dataDir })).rows()).toEqual([])
  })
})
