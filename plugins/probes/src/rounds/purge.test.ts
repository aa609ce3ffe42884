import type { TestKernel } from '@svc/kernel/testing'
import type { Database } from '@svc/plugin-sdk'
import { sealBatch } from '@svc/series'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseOf } from '../../test/database.ts'
import { midnight, openStorage, roundAt, seriesAt } from '../../test/storage.ts'
import { numbersStore } from '../numbers-store.ts'
import forget, { purgeSeries } from './purge-worker.ts'
import { roundsReader } from './rounds-reader.ts'
import { roundsStore } from './rounds-store.ts'
import { hourSealing } from './seal-worker.ts'
import { hourOf, networkTables } from './tables.ts'

let kernel: TestKernel
let db: Database
const times = [midnight - 7000, midnight - 100, midnight + 5]
beforeEach(async () => {
  kernel = await openStorage()
  db = databaseOf(kernel)
})
afterEach(() => kernel.close())

const log = { error() {} }
const tables = ['probes_rounds', 'probes_sealed_hours', 'probes_sealed_days']
const counts = () => tables.map((table) => kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get())

/** Rounds of two targets of some servers: sealed ones, and rows of the current hour. */
function fill(servers: number, targets = [1, 2]) {
  for (let server = 1; server <= servers; server++) {
    for (const at of times) {
      roundsStore(db, networkTables).write([{ server, series: seriesAt(server, targets, at) }], Math.floor(at / 60))
      if (at >= midnight) continue
      sealBatch(db, hourSealing(db, networkTables, log), { servers: [server], from: 0, most: 1, period: hourOf(at) })
    }
  }
}
const all = (server: number) =>
  roundsReader(db, networkTables, { log }).all({ server, from: midnight - 9000, to: midnight + 9000 })

describe('purging', () => {
  it('deletes the rounds of deleted servers and series, and nothing else', async () => {
    fill(3)
    const numbers = numbersStore(db)
    db.transaction(() => {
      numbers.forgetServer(2)
      kernel.database.prepare("INSERT INTO probes_forgotten VALUES ('target', 1)").run()
    })
    await forget({ db, log: log as never, signal: new AbortController().signal })
    expect(numbers.forgotten()).toEqual([])
    expect([...all(2)]).toEqual([])
    for (const server of [1, 3]) expect([...all(server)]).toEqual([[2, times.map((at) => roundAt(server, 2, at))]])
    expect(counts()).toEqual([2, 4, 2])
  })

  it('deletes a block without other series', () => {
    fill(2, [7])
    for (const table of tables) {
      let from: number | undefined = 0
      while (from !== undefined) from = purgeSeries(db, table, 7, from)
    }
    expect(counts()).toEqual([0, 0, 0])
  })

  it('repeats a batch that changed meanwhile, and skips damaged blocks', () => {
    fill(1)
    kernel.database
      .prepare(
        "UPDATE probes_sealed_hours SET block = x'01' WHERE rowid = (SELECT min(rowid) FROM probes_sealed_hours)",
      )
      .run()
    const late: Database = {
      ...db,
      transaction: (fn) => {
        roundsStore(db, networkTables).write([{ server: 1, series: seriesAt(1, [1], midnight + 30) }], midnight / 60)
        return db.transaction(fn)
      },
    }
    expect(purgeSeries(late, 'probes_rounds', 1, 0)).toBe(0)
    expect(purgeSeries(db, 'probes_rounds', 1, 0)).toBeGreaterThan(0)
    expect(purgeSeries(db, 'probes_sealed_hours', 1, 0)).toBeGreaterThan(0)
    const left = all(1)
    expect([...left.keys()]).toEqual([2])
    expect(counts()).toEqual([1, 2, 1])
  })
})
