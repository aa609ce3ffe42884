import { columns } from '@svc/plugin-metrics/columns'
import { buildCharts, type ChartModel, type Totals } from './chart-model.ts'
import { deviceCharts } from './device-model.ts'
import { buildFrame, type Frame } from './frame.ts'
import type { HistoryQuery } from './history-query.ts'
import { type StoredRecord, toPoints } from './points.ts'

/** API responses and how to interpret them. */
export interface HistoryRequest {
  readonly query: HistoryQuery
  /** raw records, if requested */
  readonly raw?: ArrayBuffer
  /** hourly records, if requested */
  readonly hourly?: ArrayBuffer
  readonly totals: Totals
}

/** The data and charts of a time range. */
export interface HistoryData {
  readonly frame: Frame
  readonly charts: readonly ChartModel[]
  /** busiest first */
  readonly devices: readonly ChartModel[]
  /** seconds */
  readonly gapAfter: number
  /** times of the hourly points */
  readonly hours: readonly number[]
}

function parseRecords(bytes: ArrayBuffer | undefined): readonly StoredRecord[] {
  if (!bytes) return []
  const answer = JSON.parse(new TextDecoder().decode(bytes)) as { data?: unknown } | null
  if (!Array.isArray(answer?.data)) throw new Error('response has no records')
  return answer.data
}

/** Parses the responses and builds charts. Takes up to a second, so it must not run on the main thread. */
export function buildHistory({ query, raw, hourly, totals }: HistoryRequest): HistoryData {
  const { points, gapAfter, hours } = toPoints(query, { raw: parseRecords(raw), hourly: parseRecords(hourly) })
  const frame = buildFrame(points, columns)
  return {
    frame,
    charts: buildCharts(frame, { columns, totals }),
    devices: deviceCharts(frame, columns),
    gapAfter,
    hours,
  }
}
