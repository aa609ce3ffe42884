import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, startScript, type TestKernel } from '@svc/kernel/testing'
import { packKey } from '@svc/series'
import { afterEach, describe, expect, it } from 'vitest'
import { recordNames } from '../../test/database.ts'
import metrics from '../index.ts'
import { makeFleet } from '../testing.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const fleetSize = 60
const minutes = 180

const dataDir = mkdtempSync(join(tmpdir(), 'svc-sealing-'))
let kernel: TestKernel | undefined
afterEach(async () => {
  await kernel?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function boot() {
  const fleet = makeFleet()
  const booted = await createTestKernel({ plugins: [fleet.plugin, metrics], dataDir, now: noon })
  kernel = booted
  const servers = Array.from({ length: fleetSize }, (_, i) => fleet.add(i + 1))
  const ask = async (id: string, interval: string) => {
    const query = { from: '2026-05-01T00:00:00Z', to: '2026-05-01T23:00:00Z', interval }
    const answer = await booted.as('member').inject({ url: `/api/servers/${id}/records`, query })
    return answer.json().data as { time: string }[]
  }
  const readAll = async () => {
    const found: Record<string, { time: string }[]> = {}
    for (const { id } of servers) found[id] = await ask(id, 'raw')
    return found
  }
  const count = (table: string) => booted.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
  return { kernel: booted, servers, ask, readAll, count }
}

/** Kills the sealing process after this many sealed hours. */
async function sealAndDie(hours: number) {
  const script = new URL('../../test/sealing-process.ts', import.meta.url)
  const [, signal] = await once(startScript(script, [dataDir, noon, hours]), 'exit')
  return signal
}

describe('a power cut during sealing', () => {
  it('loses and duplicates nothing; the next run continues', { timeout: 120_000 }, async () => {
    const first = await boot()
    const put = first.kernel.database.prepare(
      `INSERT INTO metrics_records (id, ${recordNames}) VALUES (?, ?, ?, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NULL, NULL, NULL)`,
    )
    first.kernel.database.transaction(() => {
      for (let minute = noon / 60_000 - minutes; minute < noon / 60_000; minute++) {
        for (let number = 1; number <= fleetSize; number++) {
          put.run(packKey(minute, number), (minute * number) % 101, (minute * minute * number) % 10_007)
        }
      }
    })()
    const before = await first.readAll()
    expect(Object.values(before).map((rows) => rows.length)).toEqual(Array(fleetSize).fill(minutes))
    await first.kernel.close()

    for (const hours of [1, 150]) {
      expect(await sealAndDie(hours)).toBe('SIGKILL')
      const next = await boot()
      expect(await next.readAll()).toEqual(before)
      const sealed = next.count('metrics_sealed_hours')
      expect(sealed).toBeGreaterThanOrEqual(hours)
      expect(next.count('metrics_records')).toBe((3 * fleetSize - sealed) * 60)
      expect(next.count('metrics_hourly_records')).toBe(Math.max(0, sealed - 2 * fleetSize))
      await next.kernel.close()
    }

    const last = await boot()
    await last.kernel.runJob('Aggregator')
    expect(await last.readAll()).toEqual(before)
    expect(last.count('metrics_records')).toBe(0)
    expect(last.count('metrics_sealed_hours')).toBe(3 * fleetSize)
    for (const { id } of last.servers) expect(await last.ask(id, 'hourly')).toHaveLength(1)
  })
})
