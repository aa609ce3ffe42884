import type { Billing, Server } from '@svc/plugin-enrollment/contract'
import type { TrafficShare } from '@svc/plugin-metrics/contract'
import { toTimestamp } from '@svc/plugin-sdk'
import { toDate, type Zone } from './calendar.ts'
import type { Traffic } from './counters.ts'
import { type Cycle, cycleOf, lastCycles, periodOf } from './cycle.ts'
import type { TotalsReader } from './totals.ts'
import type { TrafficRow, TrafficStore } from './traffic-store.ts'

/** Minimum number of full days for a prediction. */
const minElapsedDays = 3

export const totalOf = (traffic: Traffic): number => Math.min(traffic.in + traffic.out, Number.MAX_SAFE_INTEGER)

/** The bytes that count towards the limit: `up` is outbound, `down` is inbound. */
const countedBytes = (traffic: Traffic, limitType: string | null): number =>
  limitType === 'up' ? traffic.out : limitType === 'down' ? traffic.in : totalOf(traffic)

/** Percent of the limit; null without a limit, 0 if the limit is 0. */
function usagePercent(traffic: Traffic, { trafficLimit, trafficLimitType }: Billing): number | null {
  if (trafficLimit === null) return null
  return trafficLimit <= 0 ? 0 : (countedBytes(traffic, trafficLimitType) / trafficLimit) * 100
}

export interface Prediction {
  readonly estimated_total: number
  readonly estimated_percent: number
  readonly will_exceed: boolean
}

/** Extrapolates the usage to the end of the cycle. Today counts as a remaining day. */
function predict(traffic: Traffic, billing: Billing, cycle: Cycle, today: number): Prediction | null {
  const limit = billing.trafficLimit ?? 0
  const elapsed = today - cycle.start
  if (limit <= 0 || elapsed < minElapsedDays) return null
  const used = countedBytes(traffic, billing.trafficLimitType)
  const estimate = Math.trunc(used + (used / elapsed) * (cycle.end - today))
  return {
    estimated_total: Math.min(estimate, Number.MAX_SAFE_INTEGER),
    estimated_percent: (estimate / limit) * 100,
    will_exceed: estimate > limit,
  }
}

interface Dependencies {
  readonly store: Pick<TrafficStore, 'sums'>
  readonly totals: TotalsReader
  readonly zone: Zone
  /** epoch seconds */
  now(): number
}

const none: Traffic = { in: 0, out: 0 }
const maxBytes = Number.MAX_SAFE_INTEGER
const sum = (rows: readonly Traffic[]): Traffic =>
  rows.reduce(
    (all, row) => ({ in: Math.min(all.in + row.in, maxBytes), out: Math.min(all.out + row.out, maxBytes) }),
    none,
  )

const bytes = (traffic: Traffic) => ({ bytes_in: traffic.in, bytes_out: traffic.out })
const dayRow = (row: TrafficRow) => ({ date: toDate(row.unit), ...bytes(row) })

/** Traffic statistics. All days are in the configured time zone. */
export function makeStatistics({ store, totals, zone, now }: Dependencies) {
  const today = () => zone.dayOf(now())
  const daysOf = ({ number }: Server, from: number, to: number) => store.sums('daily', number, from, to)
  const inCycle = (server: Server, { start, end }: Cycle) => daysOf(server, start, end)
  /** Traffic of each server in its current cycle. */
  const cycleTotals = async (fleet: readonly Server[]) => {
    const day = today()
    const present = fleet.map((server) => ({ server, day, cycle: cycleOf(server.billing, day) }))
    const since = present.map(({ server, cycle }) => [server.number, cycle.start] as const)
    const used = new Map((await totals({ of: 'servers', since, to: day })).map((row) => [row.unit, row]))
    return present.map((each) => ({ ...each, traffic: used.get(each.server.number) ?? none }))
  }

  return {
    today,
    calendar: () => ({ timezone: zone.name, today: toDate(today()) }),
    server(server: Server) {
      const { billing, number } = server
      const day = today()
      const cycle = cycleOf(billing, day)
      const days = inCycle(server, cycle)
      const used = sum(days)
      const hours = store.sums('hourly', number, Math.ceil(zone.startOf(day) / 3600), Math.floor(now() / 3600))
      return {
        billing_cycle: billing.cycle,
        cycle_start: toDate(cycle.start),
        cycle_end: toDate(cycle.end),
        ...bytes(used),
        bytes_total: totalOf(used),
        traffic_limit: billing.trafficLimit,
        traffic_limit_type: billing.trafficLimitType,
        usage_percent: usagePercent(used, billing),
        prediction: predict(used, billing, cycle, day),
        days_remaining: cycle.end - day,
        daily: days.map(dayRow),
        hourly: hours.map((row) => ({ hour: toTimestamp(row.unit * 3600), ...bytes(row) })),
      }
    },
    days: (server: Server, from: number, to: number) => daysOf(server, from, to).map(dayRow),
    cycles(server: Server, count: number) {
      const [current, ...history] = lastCycles(server.billing, today(), count).map((cycle) => ({
        period: periodOf(server.billing, cycle),
        start: toDate(cycle.start),
        end: toDate(cycle.end),
        ...bytes(sum(inCycle(server, cycle))),
      }))
      // count is at least 1, so there is always a current cycle
      return { current: current as NonNullable<typeof current>, history }
    },
    async overview(fleet: readonly Server[]) {
      return (await cycleTotals(fleet)).map(({ server: { id, name, billing }, cycle, day, traffic }) => ({
        server_id: id,
        name,
        cycle_in: traffic.in,
        cycle_out: traffic.out,
        traffic_limit: billing.trafficLimit,
        traffic_limit_type: billing.trafficLimitType,
        billing_cycle: billing.cycle,
        percent_used: usagePercent(traffic, billing),
        prediction: predict(traffic, billing, cycle, day),
        days_remaining: cycle.end - day,
      }))
    },
    /** Limit usage by server id; only servers with a limit. */
    async limitUsage(fleet: readonly Server[]): Promise<ReadonlyMap<string, TrafficShare>> {
      const limited = await cycleTotals(fleet.filter(({ billing }) => (billing.trafficLimit ?? 0) > 0))
      return new Map(
        limited.map(({ server: { id, billing }, cycle, day, traffic }) => [
          id,
          {
            percentUsed: usagePercent(traffic, billing) ?? 0,
            estimatedPercent: predict(traffic, billing, cycle, day)?.estimated_percent,
          },
        ]),
      )
    },
    async overviewDays(fleet: readonly Server[], count: number) {
      const to = today()
      const servers = fleet.map(({ number }) => number)
      return (await totals({ of: 'days', from: to - count + 1, to, servers })).map(dayRow)
    },
  }
}
export type Statistics = ReturnType<typeof makeStatistics>
