import type { Billing } from '@svc/plugin-enrollment/contract'
import type { Traffic } from './counters.ts'
import type { Cycle } from './cycle.ts'

/** Minimum number of full days for a prediction. */
const minElapsedDays = 3

export const totalOf = (traffic: Traffic): number => Math.min(traffic.in + traffic.out, Number.MAX_SAFE_INTEGER)

/** The bytes that count towards the limit: `up` is outbound, `down` is inbound. */
const countedBytes = (traffic: Traffic, limitType: string | null): number =>
  limitType === 'up' ? traffic.out : limitType === 'down' ? traffic.in : totalOf(traffic)

/** Percent of the limit; null without a limit, 0 if the limit is 0. */
export function usagePercent(traffic: Traffic, { trafficLimit, trafficLimitType }: Billing): number | null {
  if (trafficLimit === null) return null
  return trafficLimit <= 0 ? 0 : (countedBytes(traffic, trafficLimitType) / trafficLimit) * 100
}

export interface Prediction {
  readonly estimated_total: number
  readonly estimated_percent: number
  readonly will_exceed: boolean
}

/** Extrapolates the usage to the end of the cycle. Today counts as a remaining day. */
export function predict(traffic: Traffic, billing: Billing, cycle: Cycle, today: number): Prediction | null {
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
