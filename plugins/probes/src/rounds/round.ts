/** One round against a target, one ping, or what an hour of them comes to. */
export interface Round {
  /** epoch seconds; of an hour its start */
  readonly at: number
  /** milliseconds to the microsecond, over the packets that were answered; all three null when none was */
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
  readonly sent: number
  readonly received: number
  /** how many rounds it stands for */
  readonly rounds: number
  /** why a ping failed; null for rounds against targets */
  readonly error: string | null
}

/** Rounds by the number of their target or task, ascending by time. */
export type Series = ReadonlyMap<number, readonly Round[]>

/** Latencies are kept to the microsecond: no network is steadier. */
export const toMicros = (ms: number): number => Math.round(ms * 1000)

export const lossOf = ({ sent, received }: Pick<Round, 'sent' | 'received'>): number => (sent - received) / sent

/** Both together, ascending by time. A round that is in both is there once, as it is in `second`. */
export function mergeRounds(first: readonly Round[], second: readonly Round[]): readonly Round[] {
  if (first.length === 0) return second
  if (second.length === 0) return first
  const merged: Round[] = []
  let i = 0
  for (const round of second) {
    for (; i < first.length && (first[i] as Round).at < round.at; i++) merged.push(first[i] as Round)
    if (first[i]?.at === round.at) i += 1
    merged.push(round)
  }
  for (; i < first.length; i++) merged.push(first[i] as Round)
  return merged
}

export function mergeSeries(first: Series, second: Series): Map<number, readonly Round[]> {
  const merged = new Map(first)
  for (const [number, rounds] of second) merged.set(number, mergeRounds(merged.get(number) ?? [], rounds))
  return merged
}

/**
 * What some rounds come to: the mean of their means, each weighted by the packets it is the mean of, and sums. Hours are
 * made of rounds like this, and wide steps of either.
 */
export function digest(at: number, rounds: readonly Round[]): Round {
  let [sum, weight, sent, received, count] = [0, 0, 0, 0, 0]
  let min: number | null = null
  let max: number | null = null
  for (const round of rounds) {
    sent += round.sent
    received += round.received
    count += round.rounds
    if (round.avg === null || round.min === null || round.max === null) continue
    const packets = Math.max(1, round.received)
    sum += round.avg * packets
    weight += packets
    min = min === null ? round.min : Math.min(min, round.min)
    max = max === null ? round.max : Math.max(max, round.max)
  }
  const avg = weight === 0 ? null : toMicros(sum / weight) / 1000
  return { at, avg, min, max, sent, received, rounds: count, error: null }
}
