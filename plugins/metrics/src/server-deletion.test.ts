import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { report } from '@svc/protocol/testing'
import { minuteOfKey, numberOfKey } from '@svc/series'
import { afterEach, beforeEach, expect, it } from 'vitest'
import metrics from './index.ts'
import { deleteRecords, recordsStore } from './records-store.ts'
import { databaseOf, makeFleet } from './testing.ts'

const minute = Date.UTC(2026, 4, 1, 12) / 60_000
/** from a time with a wrong clock */
const wrong = minute + 40 * 365 * 1440

let kernel: TestKernel
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics], now: minute * 60_000 })
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
  const db = databaseOf(kernel)
  recordsStore(db).write(places.flatMap((place) => [at(place, 7), at(place, 8)]))
  let steps = 0
  for (let from: number | undefined = 0; from !== undefined; steps++) from = deleteRecords(db, 7, from)
  const left = kernel.database.prepare('SELECT id FROM metrics_records ORDER BY id').pluck().all() as number[]
  expect(left.map((id) => [minuteOfKey(id), numberOfKey(id)])).toEqual(places.map((place) => [place, 8]))
  expect(steps).toBeLessThan(6)
})
