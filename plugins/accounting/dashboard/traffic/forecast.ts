import type { ServerTraffic } from '@svc/plugin-accounting/contract'
import { addDays, daysBetween } from '../calendar.ts'

type Counted = Pick<
  ServerTraffic,
  'bytes_in' | 'bytes_out' | 'bytes_total' | 'traffic_limit' | 'traffic_limit_type' | 'prediction' | 'cycle_start'
>

/** Bytes that count towards the limit: `up` is outbound, `down` is inbound. */
export const countedBytes = ({ bytes_in, bytes_out, bytes_total, traffic_limit_type: type }: Counted): number =>
  type === 'up' ? bytes_out : type === 'down' ? bytes_in : bytes_total

/** Forecast for the end of a cycle. */
export type Forecast =
  | { readonly kind: 'unlimited' | 'early' | 'over' }
  | { readonly kind: 'within'; readonly total: number; readonly percent: number }
  | { readonly kind: 'exceeds'; readonly total: number; readonly percent: number; readonly on: string }

/**
 * Based on the API's prediction. `on` is the first day at the end of which the limit is exceeded at the current daily
 * average.
 */
export function forecastOf(traffic: Counted, today: string): Forecast {
  const { traffic_limit: limit, prediction, cycle_start } = traffic
  if (limit === null || limit <= 0) return { kind: 'unlimited' }
  const used = countedBytes(traffic)
  if (used > limit) return { kind: 'over' }
  if (!prediction) return { kind: 'early' }
  const { estimated_total: total, estimated_percent: percent } = prediction
  if (!prediction.will_exceed) return { kind: 'within', total, percent }
  const perDay = used / Math.max(1, daysBetween(cycle_start, today))
  return { kind: 'exceeds', total, percent, on: addDays(today, Math.floor((limit - used) / perDay) + 1) }
}
