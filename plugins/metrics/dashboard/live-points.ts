import type { ServerMetrics } from '@svc/protocol'
import type { Point } from './frame.ts'

/** Seconds; reports come every three, and an agent that is silent for longer has a gap. */
const maxDistance = 10

/** Live metrics have the sums of the disks only: they are shown as one. */
const rowOf = ({ disk_read_bytes_per_sec: read, disk_write_bytes_per_sec: write, ...rest }: ServerMetrics) => ({
  ...rest,
  disk_io_json: Number.isFinite(read)
    ? JSON.stringify([{ name: '', read_bytes_per_sec: read, write_bytes_per_sec: write }])
    : null,
})

/**
 * The points of live charts. An empty point breaks the lines at a gap: where the distance is longer than that to the
 * neighbours, because what was reported before this tab was opened may be by the minute.
 */
export function livePoints(reports: readonly ServerMetrics[]): readonly Point[] {
  const distance = (at: number) => {
    const [a, b] = [reports[at - 1], reports[at]]
    return a && b ? b.last_active - a.last_active : 0
  }
  const points: Point[] = []
  for (const [at, report] of reports.entries()) {
    const own = distance(at)
    if (own > Math.max(maxDistance, 1.6 * distance(at - 1), 1.6 * distance(at + 1))) {
      points.push({ time: report.last_active - own + 1, rows: [] })
    }
    points.push({ time: report.last_active, rows: [rowOf(report)] })
  }
  return points
}
