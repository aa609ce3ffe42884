import { createTestKernel } from '@svc/kernel/testing'
import metrics from '@svc/plugin-metrics'
import type { NewRecord } from '@svc/plugin-metrics/contract'
import { databaseOf, makeFleet } from '@svc/plugin-metrics/testing'
import { report } from '@svc/protocol/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import accounting from '../index.ts'
import { makeZone } from './calendar.ts'
import { makeLedger } from './ledger.ts'
import { trafficStore } from './traffic-store.ts'

/** five minutes before the end of an hour, day and month */
const start = Date.UTC(2026, 3, 30, 23, 55) / 60_000
const zone = makeZone('UTC')

const record = (minute: number, inward: number, out: number, uptime: number, late: boolean): NewRecord => ({
  serverId: 'server-7',
  number: 7,
  minute,
  report: report({ net_in_transfer: inward, net_out_transfer: out, uptime }),
  ...(late && { late: true }),
})

/** Adds records in this order and returns all hourly and daily totals. */
async function booked(records: readonly NewRecord[]) {
  const kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics, accounting], now: start * 60_000 })
  const store = trafficStore(databaseOf(kernel))
  const ledger = makeLedger(store, zone)
  for (const one of records) ledger([one])
  const hour = Math.floor(start / 60)
  const day = Math.floor(start / 1440)
  const found = { hours: store.sums('hourly', 7, hour - 1, hour + 2), days: store.sums('daily', 7, day - 1, day + 1) }
  await kernel.close()
  return found
}

describe('late records', () => {
  it('take their share of the next record’s traffic', async () => {
    const found = await booked([
      record(start, 1000, 100, 9000, false),
      record(start + 8, 1900, 180, 9480, false),
      record(start + 3, 1300, 130, 9180, true),
      record(start + 4, 1400, 140, 9240, true),
    ])
    // minute 5 starts a new hour and day; its traffic is split at the previous record
    expect(found.hours.map((row) => [row.in, row.out])).toEqual([
      [400, 40],
      [500, 40],
    ])
    expect(found.days.map((row) => [row.in, row.out])).toEqual([
      [400, 40],
      [500, 40],
    ])
  })

  it('cost the same no matter how long a link has been flapping', async () => {
    const kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics, accounting], now: start * 60_000 })
    const store = trafficStore(databaseOf(kernel))
    const ledger = makeLedger(store, zone)
    const holeLengths = kernel.database.prepare('SELECT length(holes) FROM accounting_traffic_holes').pluck()
    const lengths = Array.from({ length: 16 }, (_, i) => {
      ledger([record(start + 2 * i, 1000 + i, 1000 + i, 9000, false)])
      return holeLengths.get() as number
    })
    expect(Math.max(...lengths)).toBeLessThan(1500)
    expect(lengths.at(-1)).toBe(lengths.at(-4))
    for (let i = 0; i < 16; i++) ledger([record(start + 31 + i, 2000 + i, 2000 + i, 9000 + i, false)])
    expect(holeLengths.all()).toEqual([])
    ledger([record(start + 100, 3000, 3000, 9100, false)])
    expect(holeLengths.all()).toHaveLength(1)
    store.delete(7)
    expect([holeLengths.all(), store.counters(7)]).toEqual([[], undefined])
    await kernel.close()
  })

  it('leave no empty hour', async () => {
    const found = await booked([
      record(start, 1000, 100, 9000, false),
      record(start + 8, 1900, 180, 9480, false),
      record(start + 4, 1900, 180, 9240, true),
    ])
    expect(found.hours).toHaveLength(1)
    expect(found.days).toHaveLength(1)
  })

  it('are also booked before the first record', async () => {
    const found = await booked([record(start + 6, 500, 50, 900, false), record(start + 2, 200, 20, 660, true)])
    expect(found.hours.map((row) => [row.in, row.out])).toEqual([[300, 30]])
  })

  it('change nothing while counters stand still or neighbors are unknown', async () => {
    const records = [record(start, 1000, 100, 9000, false), record(start + 8, 1900, 180, 9480, false)]
    const later = [...records, record(start + 30, 2000, 190, 10_800, false)]
    const silent = record(start + 4, 0, 0, 9240, true)
    const old = record(start + 4, 1500, 150, 9240, true)
    expect(await booked([...records, silent])).toEqual(await booked(records))
    expect(await booked([...later, old])).toEqual(await booked(later))
  })

  it('give the same totals in any order, regardless of restarts', async () => {
    const step = fc.record({
      minutes: fc.integer({ min: 1, max: 3 }),
      in: fc.integer({ min: 0, max: 10 ** 9 }),
      out: fc.integer({ min: 0, max: 10 ** 9 }),
      again: fc.constantFrom('no', 'no', 'no', 'agent', 'host'),
      late: fc.boolean(),
      place: fc.integer({ min: 0, max: 1000 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        let minute = start
        let counters = { in: 10 ** 6, out: 10 ** 6, uptime: 90_000 }
        const made = steps.map((one) => {
          minute += one.minutes
          const isReset = one.again !== 'no'
          counters = {
            in: (isReset ? 0 : counters.in) + one.in,
            out: (isReset ? 0 : counters.out) + one.out,
            uptime: one.again === 'host' ? 20 : counters.uptime + one.minutes * 60,
          }
          return { ...one, record: record(minute, counters.in, counters.out, counters.uptime, one.late) }
        })
        const inOrder = await booked(made.map((one) => ({ ...one.record, late: undefined as never })))
        const live = made.filter((one) => !one.late)
        const late = made.filter((one) => one.late).sort((a, b) => a.place - b.place)
        expect(await booked([...live, ...late].map((one) => one.record))).toEqual(inOrder)
      }),
      { numRuns: 30 },
    )
  })
})
