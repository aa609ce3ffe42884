import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import metrics from '@svc/plugin-metrics'
import { databaseOf, makeFleet } from '@svc/plugin-metrics/testing'
import type { Database, OffloadContext } from '@svc/plugin-sdk'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import accounting from '../index.ts'
import readTotals, { makeTotalsReader, type TotalsInput } from './totals.ts'
import { trafficStore } from './traffic-store.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const today = Math.floor(noon / 86_400_000)

let kernel: TestKernel
let prepared: string[]
let read: ReturnType<typeof makeTotalsReader>
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics, accounting], now: noon })
  prepared = []
  const real = databaseOf(kernel)
  const db: Database = {
    ...real,
    prepare: (sql: string) => {
      prepared.push(sql)
      return real.prepare(sql) as never
    },
  }
  read = makeTotalsReader({ db, offload: () => Promise.reject(new Error('it was too much for the main thread')) })
})
afterEach(() => kernel.close())

const inputs: fc.Arbitrary<TotalsInput> = fc
  .record({
    numbers: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 6 }),
    ago: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 6, maxLength: 6 }),
    days: fc.boolean(),
  })
  .map(({ numbers, ago: [first = 0, ...rest], days }) =>
    days
      ? { of: 'days', from: today - first, to: today, servers: numbers }
      : { of: 'servers', since: numbers.map((number, i) => [number, today - (rest[i] ?? first)] as const), to: today },
  )

it('totals of a few servers equal those from the worker', async () => {
  const store = trafficStore(databaseOf(kernel))
  for (let number = 1; number <= 7; number++) {
    for (let ago = 0; ago < 10; ago += 1 + (number % 3)) {
      store.add('daily', today - ago, number, { in: number * 1000 + ago, out: number === 3 ? 2 ** 52 : ago })
    }
  }
  const worker = { db: databaseOf(kernel) } as unknown as OffloadContext
  const byUnit = (rows: readonly { unit: number }[]) => [...rows].sort((a, b) => a.unit - b.unit)
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      expect(byUnit(await read(input))).toEqual(byUnit(readTotals(worker, input)))
    }),
  )
})

it('other servers are not read for them', async () => {
  await read({ of: 'servers', since: [[7, today - 364]], to: today })
  await read({ of: 'days', from: today - 364, to: today, servers: [7] })
  expect(prepared).toHaveLength(2)
  for (const sql of prepared) {
    const names = Object.fromEntries(['from', 'to', 'servers'].map((name) => [name, 1]))
    const plan = kernel.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(names) as { detail: string }[]
    expect(plan.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(/SEARCH t .*\(rowid=\?\)/))
  }
})
