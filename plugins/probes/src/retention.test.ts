import { packKey, packPeriod } from '@svc/series'
import { afterEach, expect, it, vi } from 'vitest'
import { makeWorld, noon, type World } from '../test/world.ts'

// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000 })

let world: World
afterEach(() => world.kernel.close())

it('rounds, results and hourly records are deleted after their configured days', async () => {
  const config = { retention: { network_probe_days: 2, ping_records_days: 3, network_probe_hourly_days: 5 } }
  world = await makeWorld({ config })
  const { database } = world.kernel
  const [minute, hour, day] = [noon / 60_000, noon / 3_600_000, Math.floor(noon / 86_400_000)]
  const hot = (table: string, days: number) => {
    const put = database.prepare(`INSERT INTO ${table} VALUES (?, x'01')`)
    for (const past of [0, 1]) put.run(packKey(minute - days * 1440 - past, 7))
  }
  const sealed = (table: string, oldest: number) => {
    const put = database.prepare(`INSERT INTO ${table} VALUES (?, ?, x'01')`)
    for (const past of [0, 1]) put.run(packPeriod(7, oldest - past), oldest - past)
  }
  hot('probes_rounds', 2)
  hot('probes_ping_results', 3)
  sealed('probes_sealed_hours', hour - 48)
  sealed('probes_sealed_pings', hour - 72)
  sealed('probes_sealed_days', day - 5)
  await world.kernel.runJob('Cleanup')
  const left = (table: string) => database.prepare(`SELECT id FROM ${table}`).pluck().all()
  expect({
    rounds: left('probes_rounds'),
    pings: left('probes_ping_results'),
    hours: left('probes_sealed_hours'),
    pingHours: left('probes_sealed_pings'),
    days: left('probes_sealed_days'),
  }).toEqual({
    rounds: [packKey(minute - 2 * 1440, 7)],
    pings: [packKey(minute - 3 * 1440, 7)],
    hours: [packPeriod(7, hour - 48)],
    pingHours: [packPeriod(7, hour - 72)],
    days: [packPeriod(7, day - 5)],
  })
})
