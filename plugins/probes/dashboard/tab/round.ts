import type { NetworkRecord } from '@svc/plugin-probes/contract'
import type { NetworkProbeResult } from '../../src/wire.ts'

/** One round against one target, or an hour of them. */
export interface Round {
  /** seconds since the epoch */
  readonly time: number
  /** milliseconds; null when no packet was answered */
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
  /** share */
  readonly loss: number
  readonly sent: number
  readonly received: number
}

/** Rounds by target, each list ascending in time. */
export type Rounds = ReadonlyMap<string, readonly Round[]>

/** A record of the API or a result that was just stored. */
export type Recorded = NetworkRecord | NetworkProbeResult

export const roundOf = (record: Recorded): Round => ({
  time: Date.parse(record.timestamp) / 1000,
  avg: record.avg_latency ?? null,
  min: record.min_latency ?? null,
  max: record.max_latency ?? null,
  loss: record.packet_loss,
  sent: record.packet_sent,
  received: record.packet_received,
})

/** Sorts records by target and time. */
export function roundsOf(records: readonly Recorded[]): Rounds {
  const rounds = new Map<string, Round[]>()
  for (const record of records) {
    const round = roundOf(record)
    const known = rounds.get(record.target_id)
    if (known) known.push(round)
    else rounds.set(record.target_id, [round])
  }
  for (const list of rounds.values()) list.sort((a, b) => a.time - b.time)
  return rounds
}
