import type { Billing } from '@svc/plugin-enrollment/contract'
import { packKey } from '@svc/series'
import { expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const hour = 3600
/** 12:15 */
const now = Date.UTC(2026, 4, 20, 12, 15)
const thisHour = Math.floor(now / 1000 / hour)
const today = Math.floor(thisHour / 24)
withFleet(now)

const billing: Billing = {
  price: null,
  currency: null,
  cycle: 'monthly',
  startDay: 15,
  expiresAt: null,
  trafficLimit: null,
  trafficLimitType: null,
}

function book(tier: 'hourly' | 'daily', number: number, traffic: readonly (readonly [unit: number, bytes: number])[]) {
  const insert = kernel.database.prepare(`INSERT INTO accounting_traffic_${tier} VALUES (?, ?, ?)`)
  for (const [unit, bytes] of traffic) insert.run(packKey(unit, number), bytes, 2 * bytes)
}
const inbound = (cycle_interval: 'hour' | 'day' | 'week' | 'month' | 'year' | 'billing' | null, cycle_limit: number) =>
  fleet.judge({ rule_type: 'transfer_in_cycle', cycle_interval, cycle_limit })

it('sums hours, the first one proportionally', async () => {
  const server = fleet.add(7)
  const idle = fleet.add(8)
  book('hourly', 7, [
    [thisHour, 100],
    [thisHour - 1, 1000],
    [thisHour - 23, 10_000],
    [thisHour - 24, 100_000],
    [thisHour - 25, 1_000_000],
  ])
  expect(await inbound('hour', 850)).toEqual({
    [server.id]: { matches: true, value: 850 },
    [idle.id]: { matches: false, value: 0 },
  })
  expect(await inbound('hour', 851)).toMatchObject({ [server.id]: { matches: false } })
  expect(await inbound('day', 1)).toMatchObject({ [server.id]: { value: 86_100 } })
})

it('sums days including today, and those of the billing cycle', async () => {
  const server = fleet.add(7, false, { billing })
  book('daily', 7, [
    [today, 1],
    [today - 5, 10],
    [today - 6, 100],
    [today - 7, 1000],
    [today - 29, 10_000],
    [today - 30, 100_000],
    [today - 364, 1_000_000],
    [today - 365, 10_000_000],
  ])
  const value = async (interval: Parameters<typeof inbound>[0]) => (await inbound(interval, 1))[server.id]?.value
  expect(await value('week')).toBe(111)
  expect(await value('month')).toBe(11_111)
  expect(await value(null)).toBe(11_111)
  expect(await value('year')).toBe(1_111_111)
  // since the 15th
  expect(await value('billing')).toBe(11)
})

it('counts one direction or both', async () => {
  const server = fleet.add(7)
  book('daily', 7, [[today, 100]])
  for (const [rule_type, value] of Object.entries({
    transfer_in_cycle: 100,
    transfer_out_cycle: 200,
    transfer_all_cycle: 300,
  })) {
    const found = await fleet.judge({ rule_type, cycle_interval: 'week', cycle_limit: value })
    expect(found).toEqual({ [server.id]: { matches: true, value } })
  }
})
