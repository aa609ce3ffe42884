import type { Round, Rounds } from './round.js'

/** What is drawn of one target: a value per time, null where it has none. */
export interface Line {
  /** milliseconds */
  readonly latency: readonly (number | null)[]
  /** percent */
  readonly loss: readonly (number | null)[]
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

/** Rounds late by more than this many intervals are missing. */
const patience = 2.5

/**
 * Puts the rounds of all targets on one time axis; `interval` is how far apart those of one target are, in seconds. A target
 * without a round among those of the others has a gap there.
 */
export function linesOf(rounds: Rounds, interval: number): Lines {
  const places = placesOf(rounds, interval)
  const step = usualStep(places, interval)
  const line = (id: string): Line => {
    const own = places.map((place) => place.rounds.get(id))
    return {
      latency: own.map((round) => round?.avg ?? null),
      loss: own.map((round) => (round ? round.loss * 100 : null)),
    }
  }
  return {
    times: places.map(({ time }) => time),
    byTarget: new Map([...rounds.keys()].map((id) => [id, line(id)])),
    step,
    gapAfter: patience * step,
  }
}
