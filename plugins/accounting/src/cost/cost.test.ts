import type { Billing } from '@svc/plugin-enrollment/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDate, toDate } from '../traffic/calendar.ts'
import { costOf, invalidReason, resourceValue } from './cost.ts'

const today = fromDate('2026-05-20') as number
const billing = (of: Partial<Billing> = {}): Billing => ({
  price: 31,
  currency: 'EUR',
  cycle: 'monthly',
  startDay: 1,
  expiresAt: null,
  trafficLimit: null,
  trafficLimitType: null,
  ...of,
})

describe('reasons for missing costs', () => {
  it.each([
    [{ price: null, cycle: 'weekly' }, 'missing_price'],
    [{ price: -0.01, cycle: 'weekly' }, 'invalid_price'],
    [{ price: Number.NaN }, 'invalid_price'],
    [{ price: Number.POSITIVE_INFINITY }, 'invalid_price'],
    [{ cycle: ' ' }, 'invalid_billing_cycle'],
    [{ cycle: 'weekly' }, 'invalid_billing_cycle'],
    [{ cycle: 'constructor' }, 'invalid_billing_cycle'],
    [{ price: 0 }, null],
    [{}, null],
  ])('%j: %s', (of, reason) => {
    expect(invalidReason(billing(of))).toBe(reason)
    expect(costOf(billing(of), today) === null).toBe(reason !== null)
  })
})

describe('the cost of a cycle', () => {
  it('is spread over its days, including today', () => {
    expect(costOf(billing(), today)).toEqual({
      price: 31,
      cycle: { start: today - 19, end: today + 11 },
      cycleDays: 31,
      daysElapsed: 20,
      daysRemaining: 11,
      perDay: 1,
      perHour: 1 / 24,
      perSecond: 1 / 86_400,
      perMonth: 31,
      elapsed: 20,
      remaining: 11,
      burnPercent: (20 / 31) * 100,
    })
  })

  it('is zero for a price of zero', () => {
    expect(costOf(billing({ price: 0 }), today)).toMatchObject({
      perDay: 0,
      perMonth: 0,
      elapsed: 0,
      burnPercent: null,
    })
  })

  it('agrees with a day-by-day sum', () => {
    const lengths = { monthly: 1, quarterly: 3, yearly: 12 }
    const any = fc.record({
      price: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      cycle: fc.constantFrom('monthly', 'quarterly', 'yearly'),
      startDay: fc.integer({ min: 1, max: 28 }),
      day: fc.integer({ min: 15_000, max: 30_000 }),
    })
    fc.assert(
      fc.property(any, ({ price, cycle, startDay, day }) => {
        const months = lengths[cycle as keyof typeof lengths]
        const starts = (of: number) => {
          const [, month, dayOfMonth] = toDate(of).split('-').map(Number)
          return dayOfMonth === startDay && ((month as number) - 1) % months === 0
        }
        let start = day
        while (!starts(start)) start -= 1
        let next = day + 1
        while (!starts(next)) next += 1
        const perDay = price / (next - start)
        let elapsed = 0
        for (let each = start; each <= day; each++) elapsed += perDay
        const cost = costOf(billing({ price, cycle, startDay }), day)
        expect(cost).toMatchObject({ cycleDays: next - start, daysRemaining: next - 1 - day, perMonth: price / months })
        expect(cost?.elapsed).toBeCloseTo(elapsed, 6)
        expect((cost?.elapsed ?? 0) + (cost?.remaining ?? 0)).toBeCloseTo(price, 6)
        expect(cost?.burnPercent).toBeCloseTo((elapsed / price) * 100, 6)
      }),
    )
  })
})

describe('cost per resource', () => {
  const host = { cpuCores: 4, memTotal: 8 * 2 ** 30, diskTotal: 100 * 2 ** 30 }
  it('is per month', () => {
    const limit = billing({ trafficLimit: 2 * 2 ** 40, trafficLimitType: 'up' })
    expect(resourceValue({ ...host, billing: limit }, 20)).toEqual({
      cost_per_cpu_core: 5,
      cost_per_gb_memory: 2.5,
      cost_per_gb_disk: 0.2,
      cost_per_tb_traffic_limit: 10,
      traffic_limit_type: 'up',
    })
  })

  it('is null for unknown or zero resources, and always finite', () => {
    const nothing = { cpuCores: 0, memTotal: null, diskTotal: null }
    expect(resourceValue({ ...nothing, billing: billing({ trafficLimit: 0 }) }, 20)).toEqual({
      cost_per_cpu_core: null,
      cost_per_gb_memory: null,
      cost_per_gb_disk: null,
      cost_per_tb_traffic_limit: null,
      traffic_limit_type: null,
    })
    const strange = billing({ trafficLimit: 1, trafficLimitType: 'sideways' })
    expect(resourceValue({ ...nothing, billing: strange }, 20).cost_per_tb_traffic_limit).toBeNull()
    const huge = resourceValue({ ...nothing, billing: billing({ trafficLimit: 1 }) }, Number.MAX_VALUE)
    expect(huge.cost_per_tb_traffic_limit).toBe(Number.MAX_VALUE)
  })
})
