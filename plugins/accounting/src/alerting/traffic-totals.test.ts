import type { Server } from '@svc/plugin-enrollment/contract'
import { expect, it } from 'vitest'
import { makeZone } from '../traffic/calendar.ts'
import type { TotalsInput } from '../traffic/totals.ts'
import { makeIntervalTraffic } from './traffic-types.ts'

const billing = { cycle: 'monthly', startDay: 1 }
const fleet = [1, 2].map((number) => ({ number, billing }) as Server)
const now = Date.UTC(2026, 4, 20, 12, 15) / 1000

it('reads once per pass for conditions with the same interval and servers, in any order', async () => {
  const reads: string[] = []
  const transferred = makeIntervalTraffic({
    zone: makeZone('UTC'),
    totals: async (input: TotalsInput) => {
      reads.push(input.of === 'servers' ? `${input.since.length} servers` : input.of)
      return []
    },
  })
  const pass = async (at: number) => {
    for (const interval of ['month', 'billing', 'month', 'hour', 'billing', 'hour'] as const) {
      await transferred(interval, fleet, at)
    }
    // hours are read for all servers
    await transferred('hour', fleet.slice(1), at)
    await transferred('month', fleet.slice(1), at)
    return reads.splice(0)
  }
  const expected = ['2 servers', '2 servers', 'hours', '1 servers']
  expect(await pass(now)).toEqual(expected)
  expect(await pass(now + 60)).toEqual(expected)
})

it('does not cache a failure for the next pass', async () => {
  let isFull = true
  const transferred = makeIntervalTraffic({
    zone: makeZone('UTC'),
    totals: async () => {
      if (isFull) throw new Error('too much waits')
      return [{ unit: 1, in: 5, out: 6 }]
    },
  })
  await expect(transferred('month', fleet, now)).rejects.toThrow('too much waits')
  isFull = false
  expect((await transferred('month', fleet, now + 60)).get(1)).toMatchObject({ in: 5 })
})
