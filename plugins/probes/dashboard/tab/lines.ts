import type { Round, Rounds } from './round.ts'

/** null: no round or no reply, a gap; undefined: no round was due, connected */
type Values = readonly (number | null | undefined)[]

/** The line of a target: a value per time. */
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
  /** typical seconds between two points */
  readonly step: number
  /** seconds; points further apart are a gap */
  readonly gapAfter: number
}

interface Point {
  readonly time: number
  readonly rounds: Map<string, Round>
}

/** Groups the rounds of an interval into a point, because agents probe targets at different times of the interval. */
function pointsOf(rounds: Rounds, interval: number): readonly Point[] {
  const all = [...rounds].flatMap(([id, list]) => list.map((round) => ({ id, round })))
  all.sort((a, b) => a.round.time - b.round.time)
  const points: Point[] = []
  for (const { id, round } of all) {
    const point = points.at(-1)
    const fits = point && !point.rounds.has(id) && round.time - point.time < interval
    if (fits) point.rounds.set(id, round)
    else points.push({ time: round.time, rounds: new Map([[id, round]]) })
  }
  return points
}

function typicalStep(points: readonly Point[], interval: number): number {
  const steps = points.slice(1).map(({ time }, at) => time - (points[at] as Point).time)
  return Math.max(interval, steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0)
}

/** Rounds of consecutive intervals are at most this many intervals apart. */
const maxStepsApart = 1.5

/**
 * The rounds of a target by point. A round near the end of an interval is sometimes late and falls into the next point:
 * the skipped point is no gap.
 */
function ownOf(points: readonly Point[], id: string, step: number): readonly (Round | null | undefined)[] {
  const own: (Round | null | undefined)[] = points.map(({ rounds }) => rounds.get(id) ?? null)
  let last: number | undefined
  for (const [at, round] of own.entries()) {
    if (!round) continue
    const before = last === undefined ? undefined : own[last]
    if (last !== undefined && before && round.time - before.time <= maxStepsApart * step)
      own.fill(undefined, last + 1, at)
    last = at
  }
  return own
}

/** Rounds are missing if points are further apart than this many intervals. */
const missingAfterSteps = 2.5

/**
 * Puts the rounds of all targets on one time axis; `interval` in seconds. A target that was skipped while others were
 * probed has a gap.
 */
export function linesOf(rounds: Rounds, interval: number): Lines {
  const points = pointsOf(rounds, interval)
  const step = typicalStep(points, interval)
  const line = (id: string): Line => {
    const own = ownOf(points, id, step)
    return {
      latency: own.map((round) => (round ? round.avg : round)),
      loss: own.map((round) => (round ? round.loss * 100 : round)),
    }
  }
  return {
    times: points.map(({ time }) => time),
    byTarget: new Map([...rounds.keys()].map((id) => [id, line(id)])),
    step,
    gapAfter: missingAfterSteps * step,
  }
}
