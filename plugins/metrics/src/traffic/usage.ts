import type { Billing } from '@svc/plugin-enrollment/contract'
import type { Traffic } from './counters.ts'
import type { Cycle } from './cycle.ts'

/** Fewer whole days than this foretell nothing. */
const leastDays = 3

export const totalOf = (traffic: Traffic): number => Math.min(traffic.in + traffic.out, Number.MAX_SAFE_INTEGER)

/** The part of the traffic that the limit is about: `up` is what the server sends, `down` what it receives. */
const counted = (traffic: Traffic, limitType: string | null): number =>
  limitType === 'up' ? traffic.out : limitType === 'down' ? traffic.in : totalOf(traffic)

/** Percent of the limit; null without one, 0 for a limit of nothing. */
export function usagePercent(traffic: Traffic, { trafficLimit, trafficLimitType }: Billing): number | null {
  if (trafficLimit === null) return null
  return trafficLimit <= 0 ? 0 : (counted(traffic, trafficLimitType) / trafficLimit) * 100
}

export interface Prediction {
  readonly estimated_total: number
  readonly estimated_percent: number
  readonly will_exceed: boolean
}

/** Where the cycle ends when it goes on as it went so far. Today counts as a day to come. */
export function predict(traffic: Traffic, billing: Billing, cycle: Cycle, today: number): Prediction | null {
  const limit = billing.trafficLimit ?? 0
  const elapsed = today - cycle.start
  if (limit <= 0 || elapsed < leastDays) return null
  const used = counted(traffic, billing.trafficLimitType)
  const estimate = Math.trunc(used + (used / elapsed) * (cycle.end - today))
  return {
    estimated_total: Math.min(estimate, Number.MAX_SAFE_INTEGER),
    estimated_percent: (estimate / limit) * 100,
    will_exceed: estimate > limit,
  }
}
