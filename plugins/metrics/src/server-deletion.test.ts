import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import type { Database } from '@svc/plugin-sdk'
import { report } from '@svc/protocol/testing'
import { minuteOfKey, numberOfKey, packKey } from '@svc/series'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseOf } from '../test/database.ts'
import { makeFleet } from '../test/enrollment.ts'
import metrics from './index.ts'
import { deleteRecords, recordsStore } from './records-store.ts'
import { deleteServerRows } from './server-deletion.ts'

const minute = Date.UTC(2026, 4, 1, 12) / 60_000
/** from a time with a wrong clock */
const wrong = minute + 40 * 365 * 1440

let kernel: TestKernel
let transactions: number
let db: Database
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics], now: minute * 60_000 })
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

it('deletes records in a few steps, even with records decades apart', () => {
  const at = (place: number, number: number) => ({
    serverId: `server-${number}`,
    number,
    minute: place,
    report: report(),
  })
  const places = [minute, minute + 1, minute + 300, wrong]
  recordsStore(databaseOf(kernel)).write(places.flatMap((place) => [at(place, 7), at(place, 8)]))
  let steps = 0
  for (let from: number | undefined = 0; from !== undefined; steps++) from = deleteRecords(db, 7, from)
  const left = kernel.database.prepare('SELECT id FROM metrics_records ORDER BY id').pluck().all() as number[]
  expect(left.map((id) => [minuteOfKey(id), numberOfKey(id)])).toEqual(places.map((place) => [place, 8]))
  expect(steps).toBeLessThan(6)
})

it('deletes traffic sums in a few transactions, even with sums decades apart', () => {
  const insert = kernel.database.prepare('INSERT INTO metrics_traffic_hourly VALUES (?, 1, 1)')
  const hours = [minute, minute + 60, minute + 60 * 600, wrong].map((place) => Math.floor(place / 60))
  for (const hour of hours) for (const number of [7, 8]) insert.run(packKey(hour, number))
  deleteServerRows(db, 'metrics_traffic_hourly', 7)
  const left = kernel.database.prepare('SELECT id FROM metrics_traffic_hourly ORDER BY id').pluck().all() as number[]
  expect(left.map((id) => [minuteOfKey(id), numberOfKey(id)])).toEqual(hours.map((hour) => [hour, 8]))
  expect(transactions).toBeLessThan(6)
})
