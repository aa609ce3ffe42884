import { type ApiFailure, useApi } from '@svc/dashboard-sdk'
import { columns } from '@svc/plugin-metrics/columns'
import { useMemo, useState } from 'react'
import { type Frame, frameOf } from './frame.js'
import { type Gap, gapsOf, type StoredGap } from './gaps.js'
import { pointsOf, type StoredRecord } from './points.js'
import type { Span } from './range.js'
import type { Reading } from './reading.js'

/** What is stored of a stretch of time, ready to be drawn. */
export interface History {
  readonly reading: Reading
  readonly frame: Frame
  readonly gapAfter: number
  readonly gaps: readonly Gap[]
  /** the points that stand for an hour */
  readonly hours: number
}

export const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()

const minute = 60_000
const nothing: readonly never[] = []

const few = 600
const isNear = (a: Span, b: Span) => Math.abs(a.from - b.from) < few && Math.abs(a.to - b.to) < few

/** Reads records of one interval while a span is asked for. */
function useRecords(path: string, interval: 'raw' | 'hourly', span: Span | undefined, refetchInterval: number | false) {
  const { from, to } = span ?? { from: 0, to: 0 }
  return useApi<readonly StoredRecord[]>(`${path}/records`, {
    search: { from: instant(from), to: instant(to), interval },
    enabled: span !== undefined,
    refetchInterval,
  })
}

/**
 * The history of a server. While another stretch is being read, `history` is the last one that was complete. An hour that
 * should be aggregated by now is asked for again every minute.
 */
export function useHistory(serverId: string, reading: Reading) {
  const path = `/api/servers/${encodeURIComponent(serverId)}`
  const { span, moving } = reading
  const again = moving && reading.hourly ? minute : false
  const raw = useRecords(path, 'raw', reading.raw, false)
  const hourly = useRecords(path, 'hourly', reading.hourly, again)
  // charts wait for the reasons, to be drawn once, but do without: one that cannot be told is no failure of theirs
  const told = useApi<readonly StoredGap[]>(`${path}/gaps`, {
    search: { from: instant(span.from), to: instant(span.to) },
  })
  const rawRows = reading.raw ? raw.data : nothing
  const hourlyRows = reading.hourly ? hourly.data : nothing
  const points = useMemo(
    () => (rawRows && hourlyRows ? pointsOf(reading, { raw: rawRows, hourly: hourlyRows }) : undefined),
    [rawRows, hourlyRows, reading],
  )
  const frame = useMemo(() => points && frameOf(points.points, columns), [points])
  const reasons = told.data ?? (told.error ? nothing : undefined)
  const gaps = useMemo(() => points && reasons && gapsOf(reasons, span, points.hours), [points, reasons, span])
  const complete = useMemo(
    (): History | undefined =>
      points && frame && gaps
        ? { reading, frame, gaps, gapAfter: points.gapAfter, hours: points.hours.length }
        : undefined,
    [reading, points, frame, gaps],
  )
  const [last, setLast] = useState(complete)
  if (complete && complete !== last) setLast(complete)
  const failed = [raw, hourly].find(({ error }) => error)
  return {
    history: complete ?? last,
    /** what is shown is not what was asked for, nor the same a few minutes ago */
    waiting: complete === undefined && last !== undefined && !isNear(last.reading.span, span),
    failure: failed?.error as ApiFailure | undefined,
    retry: () => {
      for (const answer of [raw, hourly]) if (answer.error) void answer.refetch()
    },
  }
}
