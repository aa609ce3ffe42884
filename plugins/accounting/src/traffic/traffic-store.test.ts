import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import metrics from '@svc/plugin-metrics'
import { databaseOf, makeFleet } from '@svc/plugin-metrics/testing'
import { packKey } from '@svc/series'
import { afterEach, beforeEach, expect, it } from 'vitest'
import accounting from '../index.ts'
import { trafficStore } from './traffic-store.ts'

const day = Date.UTC(2026, 4, 1) / 86_400_000

let kernel: TestKernel
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics, accounting], now: day * 86_400_000 })
})
afterEach(() => kernel.close())

it('never looks up days before the first stored one or after the last', () => {
  const db = databaseOf(kernel)
  const asked: unknown[] = []
  const store = trafficStore({
    ...db,
    prepare(sql: string) {
      const statement = db.prepare<unknown[], unknown>(sql)
      const all = (...keys: unknown[]) => {
        asked.push(...keys)
        return statement.all(...keys)
      }
      return { run: statement.run.bind(statement), get: statement.get.bind(statement), all } as never
    },
  })
  expect(store.sums('daily', 7, 0, day)).toEqual([])
  expect(asked).toEqual([])
  for (const ago of [300, 1]) store.add('daily', day - ago, 7, { in: 5, out: 6 })
  store.add('daily', day - 350, 8, { in: 5, out: 6 })
  expect(store.sums('daily', 7, 0, day).map(({ unit }) => day - unit)).toEqual([300, 1])
  expect(asked).toEqual([expect.objectContaining({ first: packKey(day - 350, 7), last: packKey(day - 1, 7) })])
  expect(store.sums('daily', 7, 0, day - 351)).toEqual([])
})
