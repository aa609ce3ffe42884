import type { PingSeries } from '@svc/plugin-probes/contract'

/** Limit of distinguishable lines in a chart. */
export const maxLines = 12

export interface ResultLine {
  readonly id: string
  readonly name: string
  /** milliseconds, one per time; null without a reply, undefined if no ping was due */
  readonly values: readonly (number | null | undefined)[]
}

/**
 * A ping near the end of a step is sometimes late and falls into the next one: a single empty step between two others is
 * no gap.
 */
function valuesOf(points: PingSeries['points']): readonly (number | null | undefined)[] {
  const wasPinged = (at: number) => (points[at]?.sent ?? 0) > 0
  return points.map(({ avg_latency }, at) =>
    !wasPinged(at) && wasPinged(at - 1) && wasPinged(at + 1) ? undefined : avg_latency,
  )
}

const meanOf = ({ points }: PingSeries): number => {
  const latencies = points.flatMap(({ avg_latency }) => avg_latency ?? [])
  return latencies.length === 0
    ? Number.POSITIVE_INFINITY
    : latencies.reduce((sum, value) => sum + value, 0) / latencies.length
}

/** The lines of the results: of one server, or of all; of too many, the slowest and unreachable ones. */
export function resultLines(all: readonly PingSeries[], server: string | undefined, interval: number) {
  const wanted = server === undefined ? all : all.filter(({ server_id }) => server_id === server)
  const slowest =
    wanted.length > maxLines ? wanted.toSorted((a, b) => meanOf(b) - meanOf(a)).slice(0, maxLines) : wanted
  const series = slowest.map(({ server_id, server_name, points }) => {
    const values = valuesOf(points)
    return {
      id: server_id,
      name: server_name,
      at: new Map(points.map(({ time }, index) => [Date.parse(time) / 1000, values[index]])),
    }
  })
  const times = [...new Set(series.flatMap(({ at }) => [...at.keys()]))].sort((a, b) => a - b)
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? time))
  const typical = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? interval
  const count = (of: 'sent' | 'failed') =>
    wanted.reduce((sum, { points }) => sum + points.reduce((part, point) => part + point[of], 0), 0)
  return {
    times,
    lines: series.map(
      ({ id, name, at }): ResultLine => ({
        id,
        name,
        values: times.map((time) => (at.has(time) ? at.get(time) : null)),
      }),
    ),
    /** seconds; points further apart are a gap */
    gapAfter: 2.5 * Math.max(typical, interval),
    sent: count('sent'),
    failed: count('failed'),
  }
}
