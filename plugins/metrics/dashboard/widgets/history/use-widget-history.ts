import { type AbsoluteRange, serverNow, toIsoTime, zoomRange } from '@svc/dashboard-sdk'
import type { MetricColumn } from '@svc/plugin-metrics/columns'
import { useApiQuery, type WidgetQuery } from '@svc/widget-sdk'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { buildFrame, type Frame, type StoredRecord, toPoints } from '../../frame.ts'
import { type Gap, type StoredGap, toGaps } from '../../gaps.ts'
import { type HistoryQuery, useStaggeredHistoryQuery } from '../../history-query.ts'
import { joinParts, splitSpan } from './split-span.ts'

/** The history of some metrics in a time range, ready to be drawn. */
export interface WidgetHistory {
  readonly span: AbsoluteRange
  readonly frame: Frame
  /** seconds; two points further apart are not connected */
  readonly gapAfter: number
  readonly gaps: readonly Gap[]
}

/** The history and the state of its request. */
export interface WidgetHistoryState {
  readonly stored: WidgetHistory | undefined
  readonly error: Error | undefined
  retry(): void
}

type Rows = readonly StoredRecord[]

const minute = 60
const noRows: Rows = []

function useRecords(
  path: string,
  interval: 'raw' | 'hourly',
  request: { span: AbsoluteRange | undefined; fields: string },
) {
  const { span, fields } = request
  const { from, to } = span ?? { from: 0, to: 0 }
  return useApiQuery<Rows>(`${path}/records`, {
    params: { from: toIsoTime(from), to: toIsoTime(to), interval, fields },
    enabled: span !== undefined,
    // the last hour may not be aggregated yet
    ...(interval === 'hourly' ? { refetchSeconds: minute } : {}),
  })
}

/** The rows of an optional part. */
const rowsOf = (span: AbsoluteRange | undefined, { data }: WidgetQuery<Rows>) => (span ? data : noRows)

/**
 * Loads the history of `columns` of a server for a `query` from `useZoom` or `useStaggeredHistoryQuery`. The previous data
 * is shown while loading, so a widget for other columns or another duration needs another `key`. With `gaps`, the causes
 * of gaps are loaded too.
 */
export function useWidgetHistory(
  serverId: string,
  { columns, query, gaps = true }: { columns: readonly MetricColumn[]; query: HistoryQuery; gaps?: boolean },
): WidgetHistoryState {
  const path = `/api/servers/${encodeURIComponent(serverId)}`
  const parts = useMemo(
    () => (query.raw && query.isLive ? splitSpan(query.raw) : query.raw && { fresh: query.raw }),
    [query],
  )
  const fields = columns.map(({ name }) => name).join(',')
  const settled = useRecords(path, 'raw', { span: parts?.settled, fields })
  const fresh = useRecords(path, 'raw', { span: parts?.fresh, fields })
  const hourly = useRecords(path, 'hourly', { span: query.hourly, fields })
  const gapsQuery = useApiQuery<readonly StoredGap[]>(`${path}/gaps`, {
    params: { from: toIsoTime(query.span.from), to: toIsoTime(query.span.to) },
    enabled: gaps,
  })
  const settledRows = rowsOf(parts?.settled, settled)
  const freshRows = rowsOf(parts?.fresh, fresh)
  const hourlyRows = rowsOf(query.hourly, hourly)
  const points = useMemo(() => {
    if (!settledRows || !freshRows || !hourlyRows) return undefined
    const raw = parts ? joinParts(settledRows, freshRows, parts.fresh) : noRows
    return toPoints(query, { raw, hourly: hourlyRows })
  }, [settledRows, freshRows, hourlyRows, parts, query])
  const frame = useMemo(() => points && buildFrame(points.points, columns), [points, columns])
  // wait for the gaps to avoid drawing twice, but do not fail without them
  const gapRows = gaps ? (gapsQuery.data ?? (gapsQuery.error ? noRows : undefined)) : noRows
  const stored = useMemo((): WidgetHistory | undefined => {
    if (!points || !frame || !gapRows) return undefined
    const { span } = query
    return { span, frame, gapAfter: points.gapAfter, gaps: toGaps(gapRows as readonly StoredGap[], span, points.hours) }
  }, [points, frame, gapRows, query])
  const queries = useRef([settled, fresh, hourly])
  useEffect(() => {
    queries.current = [settled, fresh, hourly]
  }, [settled, fresh, hourly])
  // referentially stable, because callers store it
  const retry = useCallback(() => {
    for (const request of queries.current) if (request.error) request.refetch()
  }, [])
  return { stored, error: settled.error ?? fresh.error ?? hourly.error ?? undefined, retry }
}

/** Zoom handlers of a chart; undefined if unavailable. */
export interface ZoomHandlers {
  readonly onZoom: ((from: number, to: number) => void) | undefined
  readonly onZoomOut: (() => void) | undefined
}

/** The query of a chart widget: the last `hours`, or the zoomed range. */
export function useZoom(
  hours: number,
  isEditing: boolean,
): { readonly query: HistoryQuery; readonly zooming: ZoomHandlers } {
  const [span, setSpan] = useState<AbsoluteRange>()
  const rolling = useMemo(() => ({ name: `${hours}h`, seconds: hours * 3600 }), [hours])
  return {
    query: useStaggeredHistoryQuery(span ?? rolling),
    zooming: {
      onZoom: isEditing ? undefined : (from, to) => setSpan(zoomRange(from, to, serverNow() / 1000)),
      onZoomOut: span && (() => setSpan(undefined)),
    },
  }
}
