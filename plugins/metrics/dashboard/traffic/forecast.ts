import type { ServerTraffic } from '@svc/plugin-metrics/contract'
import { addDays, daysBetween } from '../accounting/calendar.ts'

type Counted = Pick<
  ServerTraffic,
  'bytes_in' | 'bytes_out' | 'bytes_total' | 'traffic_limit' | 'traffic_limit_type' | 'prediction' | 'cycle_start'
>

/** Bytes that the limit is about: `up` is what the server sends, `down` what it receives. */
export const countedBytes = ({ bytes_in, bytes_out, bytes_total, traffic_limit_type: type }: Counted): number =>
  type === 'up' ? bytes_out : type === 'down' ? bytes_in : bytes_total

/** What is to be said about the end of a cycle. */
export type Forecast =
  | { readonly kind: 'unlimited' | 'early' | 'over' }
  | { readonly kind: 'within'; readonly total: number; readonly percent: number }
  | { readonly kind: 'exceeds'; readonly total: number; readonly percent: number; readonly on: string }

/**
 * Judges by the prediction of the API. The day of exceeding goes on with the same mean per day: the first day at whose
 * end more than the limit is used.
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
