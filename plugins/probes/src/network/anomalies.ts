import { lossOf, type Round } from '../rounds/round.ts'
import type { NetworkAnomaly } from './network-schema.ts'

/** milliseconds above which the mean of a round counts */
export interface LatencyLimits {
  readonly high_latency_ms: number
  readonly very_high_latency_ms: number
}

export type Anomaly = Pick<NetworkAnomaly, 'anomaly_type' | 'value'>

const nothing: readonly Anomaly[] = []

/** What is wrong with a round: that nothing came back, or its latency, its losses, or both. */
export function anomaliesOf(round: Round, limits: LatencyLimits): readonly Anomaly[] {
  const loss = lossOf(round)
  if (loss === 0 && (round.avg ?? 0) <= Math.min(limits.high_latency_ms, limits.very_high_latency_ms)) return nothing
  if (loss === 1) return [{ anomaly_type: 'unreachable', value: 1 }]
  const found: Anomaly[] = []
  const { avg } = round
  if (avg !== null && avg > limits.very_high_latency_ms) found.push({ anomaly_type: 'very_high_latency', value: avg })
  else if (avg !== null && avg > limits.high_latency_ms) found.push({ anomaly_type: 'high_latency', value: avg })
  if (loss > 0.5) found.push({ anomaly_type: 'very_high_packet_loss', value: loss })
  else if (loss > 0.1) found.push({ anomaly_type: 'high_packet_loss', value: loss })
  return found
}
