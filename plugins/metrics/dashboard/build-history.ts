import { columns } from '@svc/plugin-metrics/columns'
import { type ChartModel, chartsOf, type Totals } from './chart-model.ts'
import { deviceCharts } from './device-model.ts'
import { type Frame, frameOf } from './frame.ts'
import type { Reading } from './history-query.ts'
import { pointsOf, type StoredRecord } from './points.ts'

/** Answers of the server and what they are read for. */
export interface Question {
  readonly reading: Reading
  /** `GET /api/servers/{id}/records` by the minute, if it was asked for */
  readonly raw?: ArrayBuffer
  /** and by the hour */
  readonly hourly?: ArrayBuffer
  readonly totals: Totals
}

/** What is drawn of a stretch of time. */
export interface WorkedOut {
  readonly frame: Frame
  readonly charts: readonly ChartModel[]
  /** the busiest first */
  readonly devices: readonly ChartModel[]
  /** seconds */
  readonly gapAfter: number
  /** the times of the points that stand for an hour */
  readonly hours: readonly number[]
}

function recordsIn(bytes: ArrayBuffer | undefined): readonly StoredRecord[] {
  if (!bytes) return []
  const answer = JSON.parse(new TextDecoder().decode(bytes)) as { data?: unknown } | null
  if (!Array.isArray(answer?.data)) throw new Error('the answer has no records')
  return answer.data
}

/** Reads the answers and makes charts of them: the work of up to a second that must not be done where the page is. */
export function workOut({ reading, raw, hourly, totals }: Question): WorkedOut {
  const { points, gapAfter, hours } = pointsOf(reading, { raw: recordsIn(raw), hourly: recordsIn(hourly) })
  const frame = frameOf(points, columns)
  return { frame, charts: chartsOf(frame, { columns, totals }), devices: deviceCharts(frame, columns), gapAfter, hours }
}
