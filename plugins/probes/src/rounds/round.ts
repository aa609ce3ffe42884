/** A round of packets to a target, a ping, or an aggregate of several. */
export interface Round {
  /** epoch seconds; start of the period for aggregates */
  readonly at: number
  /** milliseconds over received packets; all three null if none was received */
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
  readonly sent: number
  readonly received: number
  /** number of aggregated rounds */
  readonly rounds: number
  /** why a ping failed; null for rounds of targets */
  readonly error: string | null
}

/** Rounds by the number of their target or task, ascending by time. */
export type Series = ReadonlyMap<number, readonly Round[]>

/** Latencies are stored in microseconds. */
export const toMicros = (ms: number): number => Math.round(ms * 1000)

export const lossOf = ({ sent, received }: Pick<Round, 'sent' | 'received'>): number => (sent - received) / sent

/** Merges by time. For equal times the round of `second` wins. */
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

/** Aggregates rounds: averages weighted by received packets, extremes and sums. Also works on aggregates. */
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

/** An aggregated step with its last error. */
export interface Step {
  readonly round: Round
  readonly error: string | null
}

/** Aggregates ascending rounds into steps of `seconds`, each with the time of its start. */
export function* inSteps(rounds: Iterable<Round>, seconds: number): Generator<Step> {
  let start = 0
  let current: Round[] = []
  const toStep = (): Step => ({
    round: digest(start, current),
    error: current.findLast(({ error }) => error)?.error ?? null,
  })
  for (const round of rounds) {
    const at = Math.floor(round.at / seconds) * seconds
    if (current.length > 0 && at !== start) {
      yield toStep()
      current = []
    }
    start = at
    current.push(round)
  }
  if (current.length > 0) yield toStep()
}

/** The smallest step, a multiple of `unit`, that covers a range with at most `max` steps. */
export const stepFor = (length: number, max: number, unit: number): number =>
  Math.max(unit, Math.ceil(length / Math.max(1, max - 1) / unit) * unit)
