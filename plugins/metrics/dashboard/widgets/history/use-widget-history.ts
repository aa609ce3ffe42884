import { type AbsoluteRange, toIsoTime } from '@svc/dashboard-sdk'
import type { MetricColumn } from '@svc/plugin-metrics/columns'
import { useApiQuery, type WidgetQuery } from '@svc/widget-sdk'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { buildFrame, type Frame } from '../../frame.ts'
import { type Gap, type StoredGap, toGaps } from '../../gaps.ts'
import type { HistoryQuery } from '../../history-query.ts'
import { type StoredRecord, toPoints } from '../../points.ts'
import { joinParts, splitSpan } from './split-span.ts'

/** The history of some metrics in a time range, ready to be drawn. */
export interface WidgetHistory {
  readonly span: AbsoluteRange
  readonly frame: Frame
  /** seconds; two points further apart are not connected */
  readonly gapAfter: number
  readonly gaps: readonly Gap[]
}

/** What was read, and what became of reading it. */
export interface WidgetHistoryState {
  readonly stored: WidgetHistory | undefined
  readonly error: Error | undefined
  retry(): void
}

type Rows = readonly StoredRecord[]

const minute = 60
const none: Rows = []

function useRecords(
  path: string,
  interval: 'raw' | 'hourly',
  asked: { span: AbsoluteRange | undefined; fields: string },
) {
  const { span, fields } = asked
  const { from, to } = span ?? { from: 0, to: 0 }
  return useApiQuery<Rows>(`${path}/records`, {
    params: { from: toIsoTime(from), to: toIsoTime(to), interval, fields },
    enabled: span !== undefined,
    // the last hour may not be aggregated yet
    ...(interval === 'hourly' ? { refetchSeconds: minute } : {}),
  })
}

/** The rows of an optional part. */
const rowsOf = (span: AbsoluteRange | undefined, { data }: WidgetQuery<Rows>) => (span ? data : none)

/**
 * The history of `columns` of a server as `reading` says, which comes from `useOwnReading`. A widget for other columns or
 * another length of time needs another `key`: what was read before is shown until there is something newer. With `gaps`
 * the reasons of gaps are read too.
 */
export function useWidgetHistory(
  serverId: string,
  { columns, reading, gaps = true }: { columns: readonly MetricColumn[]; reading: HistoryQuery; gaps?: boolean },
): WidgetHistoryState {
  const path = `/api/servers/${encodeURIComponent(serverId)}`
  const parts = useMemo(
    () => (reading.raw && reading.isLive ? splitSpan(reading.raw) : reading.raw && { fresh: reading.raw }),
    [reading],
  )
  const fields = columns.map(({ name }) => name).join(',')
  const settled = useRecords(path, 'raw', { span: parts?.settled, fields })
  const fresh = useRecords(path, 'raw', { span: parts?.fresh, fields })
  const hourly = useRecords(path, 'hourly', { span: reading.hourly, fields })
  const gapsQuery = useApiQuery<readonly StoredGap[]>(`${path}/gaps`, {
    params: { from: toIsoTime(reading.span.from), to: toIsoTime(reading.span.to) },
    enabled: gaps,
  })
  const old = rowsOf(parts?.settled, settled)
  const recent = rowsOf(parts?.fresh, fresh)
  const hours = rowsOf(reading.hourly, hourly)
  const points = useMemo(() => {
    if (!old || !recent || !hours) return undefined
    const raw = parts ? joinParts(old, recent, parts.fresh) : none
    return toPoints(reading, { raw, hourly: hours })
  }, [old, recent, hours, parts, reading])
  const frame = useMemo(() => points && buildFrame(points.points, columns), [points, columns])
  // wait for the gaps to avoid drawing twice, but do not fail without them
  const reasons = gaps ? (gapsQuery.data ?? (gapsQuery.error ? none : undefined)) : none
  const stored = useMemo((): WidgetHistory | undefined => {
    if (!points || !frame || !reasons) return undefined
    const { span } = reading
    return { span, frame, gapAfter: points.gapAfter, gaps: toGaps(reasons as readonly StoredGap[], span, points.hours) }
  }, [points, frame, reasons, reading])
  const queries = useRef([settled, fresh, hourly])
  useEffect(() => {
    queries.current = [settled, fresh, hourly]
  }, [settled, fresh, hourly])
  // referentially stable, because callers store it
  const retry = useCallback(() => {
    for (const query of queries.current) if (query.error) query.refetch()
  }, [])
  return { stored, error: settled.error ?? fresh.error ?? hourly.error ?? undefined, retry }
}
