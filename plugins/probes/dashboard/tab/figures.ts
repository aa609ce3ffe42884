import type { Round, Rounds } from './round.ts'

/** What the rounds of a target say together. */
export interface Figures {
  /** milliseconds; null while none was answered */
  readonly mean: number | null
  readonly p50: number | null
  readonly p95: number | null
  /** share; null while nothing was sent */
  readonly loss: number | null
}

/** The smallest value that `share` of the values do not exceed; `ascending` is not empty. */
const percentile = (ascending: readonly number[], share: number) =>
  ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? null

const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : null)

/** The mean counts packets, so an hour weighs more than a round; percentiles are of the means of rounds. */
export function figuresOf(rounds: readonly Round[]): Figures {
  const answered = rounds.filter((round): round is Round & { avg: number } => round.avg !== null)
  const latencies = answered.map(({ avg }) => avg).sort((a, b) => a - b)
  const sum = (list: readonly Round[], value: (round: Round) => number) =>
    list.reduce((total, round) => total + value(round), 0)
  return {
    mean: ratio(
      sum(answered, ({ avg, received }) => (avg ?? 0) * received),
      sum(answered, ({ received }) => received),
    ),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    loss: ratio(
      sum(rounds, ({ loss, sent }) => loss * sent),
      sum(rounds, ({ sent }) => sent),
    ),
  }
}

/** The same over all targets. */
export const figuresOfAll = (rounds: Rounds): Figures => figuresOf([...rounds.values()].flat())
