import type { Server } from '@svc/plugin-enrollment/contract'
import type { Core } from '@svc/plugin-sdk'
import type { Traffic } from '../traffic/counters.ts'
import { cycleOf } from '../traffic/cycle.ts'
import type { TotalsReader } from '../traffic/totals-reader.ts'
import type { HoursInput, TrafficRow } from '../traffic/traffic-store.ts'
import type { Zone } from '../traffic/zone.ts'

/** Over what traffic is added up: the last 60 minutes, 24 hours, 7, 30 or 365 days with today, or the billing cycle. */
export type Interval = 'hour' | 'day' | 'week' | 'month' | 'year' | 'billing'

const hoursOf = { hour: 1, day: 24 } as const
const daysOf = { week: 7, month: 30, year: 365 } as const

interface Dependencies extends Pick<Core, 'offload'> {
  readonly totals: TotalsReader
  readonly zone: Zone
}

interface Asked {
  readonly servers: readonly Server[]
  readonly found: Promise<ReadonlyMap<number, Traffic>>
}

const isHours = (interval: Interval): interval is keyof typeof hoursOf => interval in hoursOf

/** Adds up the traffic of servers, by server number. Conditions of one pass share what was read for the first of them. */
export function makeTransferred({ offload, totals, zone }: Dependencies) {
  /** Hours are what is stored, so the first one counts by the share of it that is still within the span. */
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

  /** What was asked last, by interval, and when the pass was. */
  const asked = new Map<Interval, Asked>()
  let asOf: number | undefined

  return (interval: Interval, servers: readonly Server[], now: number): Promise<ReadonlyMap<number, Traffic>> => {
    if (asOf !== now) asked.clear()
    asOf = now
    const known = asked.get(interval)
    if (known && (isHours(interval) || known.servers === servers)) return known.found
    const rows = isHours(interval) ? inHours(hoursOf[interval], now) : inDays(interval, servers, now)
    const found = rows.then((all) => new Map(all.map((row) => [row.unit, row])))
    asked.set(interval, { servers, found })
    return found
  }
}
export type Transferred = ReturnType<typeof makeTransferred>
