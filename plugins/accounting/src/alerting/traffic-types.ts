import type { Condition, RuleType } from '@svc/plugin-alerts/contract'
import type { Server } from '@svc/plugin-enrollment/contract'
import { text } from '@svc/plugin-sdk'
import type { Zone } from '../traffic/calendar.ts'
import type { Traffic } from '../traffic/counters.ts'
import { type CycleRule, cycleOf } from '../traffic/cycle.ts'
import { totalOf } from '../traffic/statistics.ts'
import type { TotalsReader } from '../traffic/totals.ts'

/** The last 60 minutes or 24 hours, the last 7, 30 or 365 days including today, or the current billing cycle. */
export type Interval = 'hour' | 'day' | 'week' | 'month' | 'year' | 'billing'

export const hoursOf = { hour: 1, day: 24 } as const
const daysOf = { week: 7, month: 30, year: 365 } as const

type DayInterval = Exclude<Interval, keyof typeof hoursOf>

interface Dependencies {
  readonly totals: TotalsReader
  readonly zone: Zone
}

interface CachedTotals {
  readonly servers: readonly Server[]
  readonly totals: Promise<ReadonlyMap<number, Traffic>>
}

export const isHours = (interval: Interval): interval is keyof typeof hoursOf => interval in hoursOf

/** Sums traffic by server number. All conditions of one evaluation share the same totals. */
export function makeIntervalTraffic({ totals, zone }: Dependencies) {
  /** Traffic is stored by the hour, so the first hour counts pro rata. */
  const inHours = (hours: number, now: number) => {
    const hour = Math.floor(now / 3600)
    return totals({ of: 'hours', from: hour - hours, to: hour, firstShare: 1 - (now % 3600) / 3600 })
  }

  const inDays = (interval: DayInterval, servers: readonly Server[], now: number) => {
    const today = zone.dayOf(now)
    const since = servers.map(({ number, billing }) => [number, firstDay(interval, billing, today)] as const)
    return totals({ of: 'servers', since, to: today })
  }

  /** Totals of the current evaluation, by interval. */
  const cache = new Map<Interval, CachedTotals>()
  let cachedAt: number | undefined

  return (interval: Interval, servers: readonly Server[], now: number): Promise<ReadonlyMap<number, Traffic>> => {
    if (cachedAt !== now) cache.clear()
    cachedAt = now
    const cached = cache.get(interval)
    if (cached && (isHours(interval) || cached.servers === servers)) return cached.totals
    const rows = isHours(interval) ? inHours(hoursOf[interval], now) : inDays(interval, servers, now)
    const found = rows.then((all) => new Map(all.map((row) => [row.unit, row])))
    cache.set(interval, { servers, totals: found })
    return found
  }
}
export type IntervalTraffic = ReturnType<typeof makeIntervalTraffic>

/** The compared traffic by rule type. */
export const directions = {
  transfer_in_cycle: (traffic: Traffic) => traffic.in,
  transfer_out_cycle: (traffic: Traffic) => traffic.out,
  transfer_all_cycle: totalOf,
} as const
export type TrafficType = keyof typeof directions

/** Without an interval, or a limit. */
export const intervalOf = ({ cycle_interval }: Pick<Condition, 'cycle_interval'>): Interval => cycle_interval ?? 'month'
export const limitOf = ({ cycle_limit }: Pick<Condition, 'cycle_limit'>): number =>
  cycle_limit ?? Number.POSITIVE_INFINITY

/** The first day that counts on a day. */
export const firstDay = (interval: DayInterval, billing: CycleRule, today: number): number =>
  interval === 'billing' ? cycleOf(billing, today).start : today - daysOf[interval] + 1

const names: Readonly<Record<TrafficType, RuleType['name']>> = {
  transfer_in_cycle: text('accounting.INBOUND_TRAFFIC'),
  transfer_out_cycle: text('accounting.OUTBOUND_TRAFFIC'),
  transfer_all_cycle: text('accounting.TRAFFIC'),
}

export const trafficRuleTypes = Object.keys(directions) as TrafficType[]

const none: Traffic = { in: 0, out: 0 }

/** Rule types that compare traffic over an interval with a limit. */
export const trafficTypes = (intervalTraffic: IntervalTraffic): RuleType[] =>
  trafficRuleTypes.map((type) => ({
    type,
    name: names[type],
    kind: 'traffic',
    unit: 'bytes',
    fields: ['cycle_interval', 'cycle_limit'],
    async judge(condition, servers, now) {
      const found = await intervalTraffic(intervalOf(condition), servers, now)
      const limit = limitOf(condition)
      return new Map(
        servers.map(({ id, number }) => {
          const value = directions[type](found.get(number) ?? none)
          return [id, { matches: value >= limit, value }]
        }),
      )
    },
  }))
