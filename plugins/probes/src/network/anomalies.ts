import { lossOf, type Round } from '../rounds/round.ts'
import type { NetworkAnomaly } from './network-schema.ts'

/** thresholds for the average of a round, milliseconds */
export interface LatencyLimits {
  readonly high_latency_ms: number
  readonly very_high_latency_ms: number
}

export type Anomaly = Pick<NetworkAnomaly, 'anomaly_type' | 'value'>

const none: readonly Anomaly[] = []

/** Anomalies of a round: unreachable, or latency, packet loss, or both. */
export function anomaliesOf(round: Round, limits: LatencyLimits): readonly Anomaly[] {
  const loss = lossOf(round)
  if (loss === 0 && (round.avg ?? 0) <= Math.min(limits.high_latency_ms, limits.very_high_latency_ms)) return none
  if (loss === 1) return [{ anomaly_type: 'unreachable', value: 1 }]
  const found: Anomaly[] = []
  const { avg } = round
  if (avg !== null && avg > limits.very_high_latency_ms) found.push({ anomaly_type: 'very_high_latency', value: avg })
  else if (avg !== null && avg > limits.high_latency_ms) found.push({ anomaly_type: 'high_latency', value: avg })
  if (loss > 0.5) found.push({ anomaly_type: 'very_high_packet_loss', value: loss })
  else if (loss > 0.1) found.push({ anomaly_type: 'high_packet_loss', value: loss })
  return found
}
