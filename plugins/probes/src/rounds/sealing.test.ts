import type { TestKernel } from '@svc/kernel/testing'
import type { Database } from '@svc/plugin-sdk'
import { sealBatch } from '@svc/series'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseOf } from '../../test/database.ts'
import { midnight, openStorage, roundAt, seriesAt } from '../../test/storage.ts'
import { digest, type Round } from './round.ts'
import { hoursReader, roundsReader } from './rounds-reader.ts'
import { roundsStore } from './rounds-store.ts'
import { hourSealing } from './seal-worker.ts'
import { hourOf, hourSeconds, networkTables } from './tables.ts'

let kernel: TestKernel
let db: Database
/** another connection */
let other: TestKernel['database']
beforeEach(async () => {
  kernel = await openStorage()
  db = databaseOf(kernel)
  other = new (kernel.database.constructor as new (file: string) => TestKernel['database'])(kernel.database.name)
})
afterEach(async () => {
  other.close()
  await kernel.close()
})

const log = { error() {} }
const count = (table: string) => kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
const write = (server: number, at: number, targets = [1, 2], wall = at, on = db) =>
  roundsStore(on, networkTables).write([{ server, series: seriesAt(server, targets, at) }], Math.floor(wall / 60))
const hour = hourOf(midnight) - 1
/** Seals an hour of these servers in one transaction. */
const seal = (servers: readonly number[], period = hour, on = db) =>
  sealBatch(on, hourSealing(on, networkTables, log), { servers, from: 0, most: servers.length, period })

describe('stored rounds', () => {
  it('are read alike, whether sealed, late or duplicate', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ at: fc.nat(5 * hourSeconds - 1), late: fc.nat(90) }) },
      { weight: 1, arbitrary: fc.record({ seal: fc.nat(4) }) },
    )
    const spans = fc.tuple(fc.nat(5 * hourSeconds), fc.nat(5 * hourSeconds))
    let server = 100
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), spans, (steps, [a, b]) => {
        server += 1
        const begin = midnight - 3 * hourSeconds
        const expected = new Map<number, Round>()
        for (const one of steps) {
          if ('seal' in one) {
            seal([server], hourOf(begin) + one.seal)
            continue
          }
          const at = begin + one.at
          write(server, at, [1, 2], at + one.late)
          expected.set(at, roundAt(server, 1, at))
        }
        const all = [...expected.values()].sort((x, y) => x.at - y.at)
        const span = { server, from: begin + Math.min(a, b), to: begin + Math.max(a, b) }
        const within = all.filter(({ at }) => at >= span.from && at <= span.to)
        const wanted = new Set([1])
        expect(roundsReader(db, networkTables, { log, wanted }).all(span).get(1) ?? []).toEqual(within)
        const hours = [...new Set(all.map(({ at }) => hourOf(at)))].map((one) =>
          digest(
            one * hourSeconds,
            all.filter(({ at }) => hourOf(at) === one),
          ),
        )
        expect(hoursReader(db, networkTables, { log, wanted })(span).get(1) ?? []).toEqual(
          hours.filter(({ at }) => at >= span.from && at <= span.to),
        )
      }),
    )
  })

  it('are stored under the hour of their time, even if written later', () => {
    write(1, midnight - 10, [1], midnight + 30)
    write(1, midnight + 10, [1], midnight + 30)
    expect(hourSealing(db, networkTables, log).serversOf(hour)).toEqual([1])
    expect(seal([1])).toBe(1)
    expect([count('probes_rounds'), count('probes_sealed_hours'), count('probes_sealed_days')]).toEqual([1, 1, 1])
  })

  it('are not sealed if a row was written between preparation and transaction', () => {
    for (const server of [1, 2]) write(server, midnight - 100)
    const late: Database = {
      ...db,
      transaction: (fn) => {
        write(2, midnight - 50, [1, 2], midnight - 50, databaseOf({ database: other }))
        return db.transaction(fn)
      },
    }
    expect(seal([1, 2], hour, late)).toBe(0)
    expect([count('probes_rounds'), count('probes_sealed_hours')]).toEqual([3, 0])
    expect(seal([1, 2])).toBe(2)
    expect([count('probes_rounds'), count('probes_sealed_hours')]).toEqual([0, 2])
    const read = roundsReader(db, networkTables, { log }).all({ server: 2, from: midnight - 200, to: midnight })
    expect(read.get(1)).toEqual([roundAt(2, 1, midnight - 100), roundAt(2, 1, midnight - 50)])
  })

  it('that are damaged are skipped and logged, without blocking other servers', () => {
    for (const server of [1, 2]) for (const at of [-7000, -100]) write(server, midnight + at)
    for (const one of [hour - 1, hour]) seal([1, 2], one)
    const [damaged] = kernel.database.prepare('SELECT id FROM probes_sealed_hours').pluck().all() as number[]
    kernel.database.prepare("UPDATE probes_sealed_hours SET block = x'0102' WHERE id = ?").run(damaged)
    kernel.database.prepare("UPDATE probes_sealed_days SET block = x'01'").run()
    const logged: unknown[] = []
    const liveUpdates = { error: (...all: unknown[]) => void logged.push(all[0]) }
    const span = { server: 1, from: midnight - 7200, to: midnight }
    expect(roundsReader(db, networkTables, { log: liveUpdates }).all(span).get(1)).toEqual([
      roundAt(1, 1, midnight - 100),
    ])
    expect(logged).toMatchObject([{ server_number: 1, hour: hour - 1 }])
    // A damaged day block is replaced.
    write(1, midnight - 40)
    expect(seal([1])).toBe(1)
    const both = [-100, -40].map((at) => roundAt(1, 1, midnight + at))
    expect(hoursReader(db, networkTables, { log })(span).get(1)).toEqual([digest(midnight - 3600, both)])
  })

  it('are sealed by the job, except for the current hour', { timeout: 60_000 }, async () => {
    for (let server = 1; server <= 20; server++) for (const at of [-7000, -100, 5]) write(server, midnight + at)
    kernel.clock.set((midnight + 120) * 1000)
    await kernel.runJob('ProbeSealer')
    expect([count('probes_rounds'), count('probes_sealed_hours'), count('probes_sealed_days')]).toEqual([20, 40, 20])
  })
})
