import type { NetworkRecord } from '@svc/plugin-probes/contract'
import type { NetworkProbeResult } from '../../src/wire.ts'

/** A round of a target, or an hour of rounds. */
export interface Round {
  /** seconds since the epoch */
  readonly time: number
  /** milliseconds; null without a reply */
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
  /** fraction */
  readonly loss: number
  readonly sent: number
  readonly received: number
}

/** Rounds by target, each list ascending in time. */
export type Rounds = ReadonlyMap<string, readonly Round[]>

/** A record of the API or a live result. */
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
    const list = rounds.get(record.target_id)
    if (list) list.push(round)
    else rounds.set(record.target_id, [round])
  }
  for (const list of rounds.values()) list.sort((a, b) => a.time - b.time)
  return rounds
}

const minimum = (values: readonly (number | null)[]) => {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : Math.min(...present)
}

/** Aggregates rounds: averages weighted by packets, and extremes. */
export function mergeRounds(rounds: readonly Round[], time: number): Round {
  const sum = (value: (round: Round) => number) => rounds.reduce((total, round) => total + value(round), 0)
  const sent = sum((round) => round.sent)
  const withReply = rounds.filter(({ avg }) => avg !== null)
  const weight = withReply.reduce((total, { received }) => total + received, 0)
  const highest = minimum(rounds.map(({ max }) => (max === null ? null : -max)))
  return {
    time,
    avg: weight > 0 ? withReply.reduce((total, { avg, received }) => total + (avg ?? 0) * received, 0) / weight : null,
    min: minimum(rounds.map(({ min }) => min)),
    max: highest === null ? null : -highest,
    loss: sent > 0 ? sum((round) => round.loss * round.sent) / sent : 0,
    sent,
    received: sum((round) => round.received),
  }
}
