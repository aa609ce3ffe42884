import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import metrics from '@svc/plugin-metrics'
import { databaseOf, makeFleet } from '@svc/plugin-metrics/testing'
import type { Database } from '@svc/plugin-sdk'
import { deleteServerRows, minuteOfKey, numberOfKey, packKey } from '@svc/series'
import { afterEach, beforeEach, expect, it } from 'vitest'
import accounting from './index.ts'

const minute = Date.UTC(2026, 4, 1, 12) / 60_000
/** from a time with a wrong clock */
const wrong = minute + 40 * 365 * 1440

let kernel: TestKernel
let transactions: number
let db: Database
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics, accounting], now: minute * 60_000 })
  transactions = 0
  const counted = databaseOf(kernel)
  db = {
    ...counted,
    transaction(fn) {
      transactions += 1
      return counted.transaction(fn)
    },
  }
})
afterEach(() => kernel.close())

it('deletes traffic sums in a few transactions, even with sums decades apart', () => {
  const insert = kernel.database.prepare('INSERT INTO accounting_traffic_hourly VALUES (?, 1, 1)')
  const hours = [minute, minute + 60, minute + 60 * 600, wrong].map((place) => Math.floor(place / 60))
  for (const hour of hours) for (const number of [7, 8]) insert.run(packKey(hour, number))
  deleteServerRows(db, 'accounting_traffic_hourly', 7)
  const left = kernel.database.prepare('SELECT id FROM accounting_traffic_hourly ORDER BY id').pluck().all() as number[]
  expect(left.map((id) => [minuteOfKey(id), numberOfKey(id)])).toEqual(hours.map((hour) => [hour, 8]))
  expect(transactions).toBeLessThan(6)
})
