import type { Round, Rounds } from './round.ts'

/** null where it was left out or nothing came back, undefined where none of its rounds was due */
type Values = readonly (number | null | undefined)[]

/** What is drawn of one target: a value per time. */
export interface Line {
  /** milliseconds */
  readonly latency: Values
  /** percent */
  readonly loss: Values
}

/** Rounds of several targets over one time axis. */
export interface Lines {
  /** seconds, ascending */
  readonly times: readonly number[]
  readonly byTarget: ReadonlyMap<string, Line>
  /** seconds that usually lie between two places */
  readonly step: number
  /** seconds: two places further apart are a gap */
  readonly gapAfter: number
}

interface Place {
  readonly time: number
  readonly rounds: Map<string, Round>
}

/** Rounds of one turn, of each target one at most: agents probe every target at a time of its own within the interval. */
function placesOf(rounds: Rounds, interval: number): readonly Place[] {
  const all = [...rounds].flatMap(([id, list]) => list.map((round) => ({ id, round })))
  all.sort((a, b) => a.round.time - b.round.time)
  const places: Place[] = []
  for (const { id, round } of all) {
    const place = places.at(-1)
    const fits = place && !place.rounds.has(id) && round.time - place.time < interval
    if (fits) place.rounds.set(id, round)
    else places.push({ time: round.time, rounds: new Map([[id, round]]) })
  }
  return places
}

function usualStep(places: readonly Place[], interval: number): number {
  const steps = places.slice(1).map(({ time }, at) => time - (places[at] as Place).time)
  return Math.max(interval, steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0)
}

/** Rounds further apart than this many intervals are not of one turn and the next. */
const nextTurn = 1.5

/**
 * The rounds of a target by place. A round that is near the end of a turn comes a little later now and then, and belongs
 * to the next place: between two that are a turn apart nothing is missing.
 */
function ownOf(places: readonly Place[], id: string, step: number): readonly (Round | null | undefined)[] {
  const own: (Round | null | undefined)[] = places.map(({ rounds }) => rounds.get(id) ?? null)
  let last: number | undefined
  for (const [at, round] of own.entries()) {
    if (!round) continue
    const before = last === undefined ? undefined : own[last]
    if (last !== undefined && before && round.time - before.time <= nextTurn * step) own.fill(undefined, last + 1, at)
    last = at
  }
  return own
}

/** Rounds late by more than this many intervals are missing. */
const patience = 2.5

/**
 * Puts the rounds of all targets on one time axis; `interval` is how far apart those of one target are, in seconds. A target
 * that was left out while the others were probed has a gap there.
 */
export function linesOf(rounds: Rounds, interval: number): Lines {
  const places = placesOf(rounds, interval)
  const step = usualStep(places, interval)
  const line = (id: string): Line => {
    const own = ownOf(places, id, step)
    return {
      latency: own.map((round) => (round ? round.avg : round)),
      loss: own.map((round) => (round ? round.loss * 100 : round)),
    }
  }
  return {
    times: places.map(({ time }) => time),
    byTarget: new Map([...rounds.keys()].map((id) => [id, line(id)])),
    step,
    gapAfter: patience * step,
  }
}
