import type { PingSeries } from '@svc/plugin-probes/contract'

/** Lines in one chart that can still be told apart. */
export const mostLines = 12

export interface ResultLine {
  readonly id: string
  readonly name: string
  /** milliseconds, one per time; null where no ping was answered, undefined where none was due */
  readonly values: readonly (number | null | undefined)[]
}

/**
 * A ping that is near the end of a step comes a little later now and then and falls into the next one: a single step without
 * any, between two that have some, is no gap.
 */
function valuesOf(points: PingSeries['points']): readonly (number | null | undefined)[] {
  const wasPinged = (at: number) => (points[at]?.sent ?? 0) > 0
  return points.map(({ avg_latency }, at) =>
    !wasPinged(at) && wasPinged(at - 1) && wasPinged(at + 1) ? undefined : avg_latency,
  )
}

const meanOf = ({ points }: PingSeries): number => {
  const known = points.flatMap(({ avg_latency }) => avg_latency ?? [])
  return known.length === 0 ? Number.POSITIVE_INFINITY : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** What is drawn of the results: of one server, or of all; of too many, those that are slowest or do not answer. */
export function resultLines(all: readonly PingSeries[], server: string | undefined, interval: number) {
  const wanted = server === undefined ? all : all.filter(({ server_id }) => server_id === server)
  const slowest =
    wanted.length > mostLines ? wanted.toSorted((a, b) => meanOf(b) - meanOf(a)).slice(0, mostLines) : wanted
  const known = slowest.map(({ server_id, server_name, points }) => {
    const values = valuesOf(points)
    return {
      id: server_id,
      name: server_name,
      at: new Map(points.map(({ time }, index) => [Date.parse(time) / 1000, values[index]])),
    }
  })
  const times = [...new Set(known.flatMap(({ at }) => [...at.keys()]))].sort((a, b) => a - b)
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? time))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? interval
  const count = (of: 'sent' | 'failed') =>
    wanted.reduce((sum, { points }) => sum + points.reduce((part, point) => part + point[of], 0), 0)
  return {
    times,
    lines: known.map(
      ({ id, name, at }): ResultLine => ({
        id,
        name,
        values: times.map((time) => (at.has(time) ? at.get(time) : null)),
      }),
    ),
    /** seconds: two points further apart are a gap */
    gapAfter: 2.5 * Math.max(usual, interval),
    sent: count('sent'),
    failed: count('failed'),
  }
}
