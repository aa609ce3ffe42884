import { digest, type Round } from './round.ts'

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
