import { minuteOf, packKey } from '@svc/series'
import { expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const noon = Date.UTC(2026, 4, 20, 12)
const end = minuteOf(noon)
const thisHour = end / 60
const today = Math.floor(thisHour / 24)
withFleet(noon)

function book(tier: 'hourly' | 'daily', traffic: readonly (readonly [unit: number, bytes: number])[]) {
  const insert = kernel.database.prepare(`INSERT INTO accounting_traffic_${tier} VALUES (?, ?, ?)`)
  for (const [unit, bytes] of traffic) insert.run(packKey(unit, 1), bytes, 2 * bytes)
}
/** Minutes before noon at which the condition began and ceased to hold. */
const replay = async (condition: object, days = 7) => {
  const found = await fleet.replay({ rule_type: 'transfer_in_cycle', ...condition }, end - days * 1440, end)
  return (found['server-1'] ?? []).map((minute) => end - minute)
}

it('an interval of hours moves with time; traffic flows evenly within an hour', async () => {
  fleet.add(1)
  book('hourly', [
    [thisHour - 10, 600],
    [thisHour - 9, 600],
  ])
  // The limit is reached half an hour into the hour; half of it is left half an hour after its end.
  expect(await replay({ cycle_interval: 'hour', cycle_limit: 300 })).toEqual([571, 450])
  expect(await replay({ cycle_interval: 'hour', cycle_limit: 601 })).toEqual([])
  expect(await replay({ cycle_interval: 'day', cycle_limit: 1200 })).toEqual([481, 0])
  expect(await replay({ rule_type: 'transfer_out_cycle', cycle_interval: 'day', cycle_limit: 1200 })).toEqual([541, 0])
})

it('an interval of days grows during the day, and drops whole days', async () => {
  fleet.add(1, false, { billing: { ...billing, startDay: 20 } })
  book('daily', [
    [today - 10, 7000],
    [today - 3, 240],
    [today, 120],
  ])
  book('hourly', [[today * 24 + 6, 120]])
  // Before the hourly sums, the day of ten days ago is spread evenly. It drops out seven days later, at midnight.
  const minutesToday = 720
  expect(await replay({ cycle_interval: 'week', cycle_limit: 7000 }, 30)).toEqual([
    minutesToday + 9 * 1440 + 1,
    minutesToday + 3 * 1440,
  ])
  expect(await replay({ cycle_interval: 'week', cycle_limit: 300 })).toEqual([
    7 * 1440,
    minutesToday + 3 * 1440,
    331,
    0,
  ])
  // A new cycle began today.
  expect(await replay({ cycle_interval: 'billing', cycle_limit: 900 })).toEqual([7 * 1440, minutesToday])
  expect(await replay({ cycle_interval: 'billing', cycle_limit: 120 })).toContain(301)
  expect(await replay({ cycle_interval: 'month', cycle_limit: 7360 })).toEqual([301, 0])
})

const billing = {
  price: null,
  currency: null,
  cycle: 'monthly',
  startDay: 1,
  expiresAt: null,
  trafficLimit: null,
  trafficLimitType: null,
} as const
