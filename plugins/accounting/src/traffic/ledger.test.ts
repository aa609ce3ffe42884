import { createTestKernel } from '@svc/kernel/testing'
import metrics from '@svc/plugin-metrics'
import { databaseOf, makeFleet } from '@svc/plugin-metrics/testing'
import { report } from '@svc/protocol/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import accounting from '../index.ts'
import { makeZone } from './calendar.ts'
import { makeLedger } from './ledger.ts'
import { trafficStore } from './traffic-store.ts'

const numbers = [1, 2, 1_048_575]
const start = Date.UTC(2026, 2, 27) / 60_000

const event = fc.record({
  number: fc.constantFrom(...numbers),
  minutes: fc.integer({ min: 1, max: 700 }),
  in: fc.integer({ min: 0, max: 10 ** 13 }),
  out: fc.integer({ min: 0, max: 10 ** 13 }),
  reset: fc.boolean(),
})

describe('the ledger', () => {
  it('agrees with an independent sum by hour and by local day', async () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia')
    await fc.assert(
      fc.asyncProperty(zones, fc.array(event, { maxLength: 60 }), async (name, events) => {
        const kernel = await createTestKernel({
          plugins: [makeFleet().plugin, metrics, accounting],
          now: start * 60_000,
        })
        const store = trafficStore(databaseOf(kernel))
        const ledger = makeLedger(store, makeZone(name))
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short' })
        const counters = new Map<number, { in: number; out: number }>()
        const hours: Record<string, [number, number]> = {}
        const days: Record<string, [number, number]> = {}
        const count = (into: typeof hours, key: string, inward: number, out: number) => {
          const [a, b] = into[key] ?? [0, 0]
          if (inward + out > 0) into[key] = [a + inward, b + out]
        }
        let minute = start
        for (const { number, minutes, in: inward, out, reset } of events) {
          minute += minutes
          const before = counters.get(number)
          const base = reset || !before ? { in: 0, out: 0 } : before
          const now = { in: base.in + inward, out: base.out + out }
          const payload = report({ net_in_transfer: now.in, net_out_transfer: now.out, uptime: 0 })
          ledger([{ serverId: `server-${number}`, number, minute, report: payload }])
          if (now.in === 0 && now.out === 0) continue
          counters.set(number, now)
          if (!before) continue
          // a reset counter that has passed its old value cannot be distinguished from a continuous one
          const more = (a: number, b: number) => (b >= a ? b - a : b)
          const gained = { in: more(before.in, now.in), out: more(before.out, now.out) }
          count(hours, `${number} ${Math.floor(minute / 60)}`, gained.in, gained.out)
          count(days, `${number} ${shown.format(minute * 60_000)}`, gained.in, gained.out)
        }
        const rows = (tier: 'hourly' | 'daily', label: (unit: number) => string | number) =>
          Object.fromEntries(
            numbers.flatMap((number) => {
              const first = tier === 'hourly' ? start / 60 : start / 1440 - 2
              const to = tier === 'hourly' ? minute / 60 + 1 : minute / 1440 + 2
              return store
                .sums(tier, number, Math.floor(first), Math.floor(to))
                .map((row) => [`${number} ${label(row.unit)}`, [row.in, row.out]])
            }),
          )
        try {
          expect(rows('hourly', (unit) => unit)).toEqual(hours)
          expect(rows('daily', (unit) => new Date(unit * 86_400_000).toISOString().slice(0, 10))).toEqual(days)
        } finally {
          await kernel.close()
        }
      }),
      { numRuns: 40 },
    )
  })
})
