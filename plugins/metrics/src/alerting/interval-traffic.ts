import type { Server } from '@svc/plugin-enrollment/contract'
import type { Core } from '@svc/plugin-sdk'
import type { Traffic } from '../traffic/counters.ts'
import { cycleOf } from '../traffic/cycle.ts'
import type { TotalsReader } from '../traffic/totals-reader.ts'
import type { HoursInput, TrafficRow } from '../traffic/traffic-store.ts'
import type { Zone } from '../traffic/zone.ts'

/** The last 60 minutes or 24 hours, the last 7, 30 or 365 days including today, or the current billing cycle. */
export type Interval = 'hour' | 'day' | 'week' | 'month' | 'year' | 'billing'

const hoursOf = { hour: 1, day: 24 } as const
const daysOf = { week: 7, month: 30, year: 365 } as const

interface Dependencies extends Pick<Core, 'offload'> {
  readonly totals: TotalsReader
  readonly zone: Zone
}

interface CachedTotals {
  readonly servers: readonly Server[]
  readonly totals: Promise<ReadonlyMap<number, Traffic>>
}

const isHours = (interval: Interval): interval is keyof typeof hoursOf => interval in hoursOf

/** Sums traffic by server number. All conditions of one evaluation share the same totals. */
export function makeIntervalTraffic({ offload, totals, zone }: Dependencies) {
  /** Traffic is stored by the hour, so the first hour counts pro rata. */
  const inHours = (hours: number, now: number) => {
    const hour = Math.floor(now / 3600)
    const input: HoursInput = { from: hour - hours, to: hour, firstShare: 1 - (now % 3600) / 3600 }
    return offload<HoursInput, TrafficRow[]>(new URL('../traffic/read-hours.js', import.meta.url), input)
  }

  const inDays = (interval: Exclude<Interval, keyof typeof hoursOf>, servers: readonly Server[], now: number) => {
    const today = zone.dayOf(now)
    const start = ({ billing }: Server) =>
      interval === 'billing' ? cycleOf(billing, today).start : today - daysOf[interval] + 1
    return totals({ of: 'servers', since: servers.map((each) => [each.number, start(each)] as const), to: today })
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
