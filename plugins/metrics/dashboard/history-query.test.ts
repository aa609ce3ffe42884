import { parseRange, type TimeRange } from '@svc/dashboard-sdk'
import { describe, expect, it } from 'vitest'
import { planHistoryQuery } from './history-query.ts'

const hour = 3600
const day = 24 * hour
/** 20.5 minutes past the hour */
const full = 497_222 * hour
const now = full + 1230
const minute = full + 1200

const of = (name: string) => planHistoryQuery(parseRange(name) as TimeRange, now)

describe('the query', () => {
  it.each(['1h', '6h', '24h'])('of %s reads minutes', (name) => {
    const { span, tier, raw, hourly, isLive } = of(name)
    expect({ tier, raw, hourly, isLive }).toEqual({ tier: 'raw', raw: span, hourly: undefined, isLive: true })
    expect(span.to).toBe(minute)
  })

  it.each(['7d', '30d', '36h', '400d'])(
    'of %s is the hours, and the minutes of those that may not be aggregated',
    (name) => {
      const { span, tier, raw, hourly } = of(name)
      expect(tier).toBe('hourly')
      expect(hourly).toEqual({ from: Math.floor(span.from / hour) * hour, to: full })
      expect(raw).toEqual({ from: full - hour, to: minute })
    },
  )

  it('of a short fixed range reads minutes, and hours too if it is old', () => {
    const fresh = planHistoryQuery({ from: now - 5 * hour, to: now - hour }, now)
    expect(fresh).toMatchObject({ tier: 'raw', raw: fresh.span, isLive: false })
    expect(fresh.hourly).toBeUndefined()
    const old = planHistoryQuery({ from: full - 40 * day + 600, to: full - 39 * day + 600 }, now)
    expect(old.raw).toEqual({ from: full - 40 * day, to: old.span.to })
    expect(old.hourly).toEqual({ from: full - 40 * day, to: full - 39 * day })
  })

  it('of up to a week reads minutes, of more reads hours', () => {
    expect(planHistoryQuery({ from: now - 7 * day, to: now }, now).tier).toBe('raw')
    const longer = planHistoryQuery({ from: now - 50 * day, to: now - 40 * day }, now)
    expect(longer.tier).toBe('hourly')
    expect(longer.raw).toBeUndefined()
  })

  it('of a long live range is stable for minutes', () => {
    const days = { from: now - 3 * day, to: now + day }
    expect(planHistoryQuery(days, now + 60)).toEqual(planHistoryQuery(days, now))
    expect(planHistoryQuery(days, now + 300)).not.toEqual(planHistoryQuery(days, now))
  })

  it('never reaches into the future, and is stable for past ranges', () => {
    const ahead = planHistoryQuery({ from: now - hour, to: now + day }, now)
    expect([ahead.raw?.to, ahead.isLive]).toEqual([minute, true])
    const over = { from: now - 3 * hour, to: now - hour }
    expect(planHistoryQuery(over, now + 60)).toEqual(planHistoryQuery(over, now))
  })
})
