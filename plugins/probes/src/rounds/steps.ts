import { digest, type Round } from './round.ts'

/** Rounds by steps of equal length, ascending; `newest` is the last of a step that has an error. */
export interface Step {
  readonly round: Round
  readonly error: string | null
}

/** Combines rounds, which come ascending, into one per step of `seconds`; its time is the start of the step. */
export function* inSteps(rounds: Iterable<Round>, seconds: number): Generator<Step> {
  let start = 0
  let some: Round[] = []
  const made = (): Step => ({ round: digest(start, some), error: some.findLast(({ error }) => error)?.error ?? null })
  for (const round of rounds) {
    const at = Math.floor(round.at / seconds) * seconds
    if (some.length > 0 && at !== start) {
      yield made()
      some = []
    }
    start = at
    some.push(round)
  }
  if (some.length > 0) yield made()
}

/** The least step, a multiple of `unit`, with which a range has at most so many of them. */
export const stepFor = (length: number, most: number, unit: number): number =>
  Math.max(unit, Math.ceil(length / Math.max(1, most - 1) / unit) * unit)
