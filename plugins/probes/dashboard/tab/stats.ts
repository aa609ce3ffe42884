import type { Round, Rounds } from './round.ts'

/** Statistics of rounds. */
export interface RoundStats {
  /** milliseconds; null without a reply */
  readonly mean: number | null
  readonly p50: number | null
  readonly p95: number | null
  /** fraction; null if nothing was sent */
  readonly loss: number | null
}

/** The smallest value that `share` of the values do not exceed; `ascending` is not empty. */
const percentile = (ascending: readonly number[], share: number) =>
  ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? null

const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : null)

/** The average is weighted by packets; percentiles are of the averages of rounds. */
export function statsOf(rounds: readonly Round[]): RoundStats {
  const withReply = rounds.filter((round): round is Round & { avg: number } => round.avg !== null)
  const latencies = withReply.map(({ avg }) => avg).sort((a, b) => a - b)
  const sum = (list: readonly Round[], value: (round: Round) => number) =>
    list.reduce((total, round) => total + value(round), 0)
  return {
    mean: ratio(
      sum(withReply, ({ avg, received }) => (avg ?? 0) * received),
      sum(withReply, ({ received }) => received),
    ),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    loss: ratio(
      sum(rounds, ({ loss, sent }) => loss * sent),
      sum(rounds, ({ sent }) => sent),
    ),
  }
}

/** Over all targets. */
export const statsOfAll = (rounds: Rounds): RoundStats => statsOf([...rounds.values()].flat())
