import type { Round } from './round.ts'

const least = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** What one point says that stands for several rounds: means weighted by packets. */
export function mergeRounds(rounds: readonly Round[], time: number): Round {
  const sum = (value: (round: Round) => number) => rounds.reduce((total, round) => total + value(round), 0)
  const sent = sum((round) => round.sent)
  const answered = rounds.filter(({ avg }) => avg !== null)
  const weight = answered.reduce((total, { received }) => total + received, 0)
  const highest = least(rounds.map(({ max }) => (max === null ? null : -max)))
  return {
    time,
    avg: weight > 0 ? answered.reduce((total, { avg, received }) => total + (avg ?? 0) * received, 0) / weight : null,
    min: least(rounds.map(({ min }) => min)),
    max: highest === null ? null : -highest,
    loss: sent > 0 ? sum((round) => round.loss * round.sent) / sent : 0,
    sent,
    received: sum((round) => round.received),
  }
}
