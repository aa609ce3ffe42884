import { type AbsoluteRange, toIsoTime } from '@svc/dashboard-sdk'
import type { MetricColumn } from '@svc/plugin-metrics/columns'
import { useApiQuery, type WidgetQuery } from '@svc/widget-sdk'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type Frame, frameOf } from '../../frame.ts'
import { type Gap, gapsOf, type StoredGap } from '../../gaps.ts'
import type { Reading } from '../../history-query.ts'
import { pointsOf, type StoredRecord } from '../../points.ts'
import { joined, partsOf } from './split-span.ts'

/** What is stored of some metrics in a stretch of time, ready to be drawn. */
export interface Stored {
  readonly span: AbsoluteRange
  readonly frame: Frame
  /** seconds; two points further apart are not connected */
  readonly gapAfter: number
  readonly gaps: readonly Gap[]
}

/** What was read, and what became of reading it. */
export interface StoredState {
  readonly stored: Stored | undefined
  readonly failure: Error | undefined
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
    // an hour that is not aggregated yet will be
    ...(interval === 'hourly' ? { refetchSeconds: minute } : {}),
  })
}

/** What was read of a part that may not be needed. */
const rowsOf = (span: AbsoluteRange | undefined, { data }: WidgetQuery<Rows>) => (span ? data : none)

/**
 * The history of `columns` of a server as `reading` says, which comes from `useOwnReading`. A widget for other columns or
 * another length of time needs another `key`: what was read before is shown until there is something newer. With `gaps`
 * the reasons of gaps are read too.
 */
export function useStored(
  serverId: string,
  { columns, reading, gaps = true }: { columns: readonly MetricColumn[]; reading: Reading; gaps?: boolean },
): StoredState {
  const path = `/api/servers/${encodeURIComponent(serverId)}`
  const parts = useMemo(
    () => (reading.raw && reading.moving ? partsOf(reading.raw) : reading.raw && { fresh: reading.raw }),
    [reading],
  )
  const fields = columns.map(({ name }) => name).join(',')
  const settled = useRecords(path, 'raw', { span: parts?.settled, fields })
  const fresh = useRecords(path, 'raw', { span: parts?.fresh, fields })
  const hourly = useRecords(path, 'hourly', { span: reading.hourly, fields })
  const told = useApiQuery<readonly StoredGap[]>(`${path}/gaps`, {
    params: { from: toIsoTime(reading.span.from), to: toIsoTime(reading.span.to) },
    enabled: gaps,
  })
  const old = rowsOf(parts?.settled, settled)
  const recent = rowsOf(parts?.fresh, fresh)
  const hours = rowsOf(reading.hourly, hourly)
  const points = useMemo(() => {
    if (!old || !recent || !hours) return undefined
    const raw = parts ? joined(old, recent, parts.fresh) : none
    return pointsOf(reading, { raw, hourly: hours })
  }, [old, recent, hours, parts, reading])
  const frame = useMemo(() => points && frameOf(points.points, columns), [points, columns])
  // lines wait for the reasons of their gaps, to be drawn once, but do without
  const reasons = gaps ? (told.data ?? (told.error ? none : undefined)) : none
  const stored = useMemo((): Stored | undefined => {
    if (!points || !frame || !reasons) return undefined
    const { span } = reading
    return { span, frame, gapAfter: points.gapAfter, gaps: gapsOf(reasons as readonly StoredGap[], span, points.hours) }
  }, [points, frame, reasons, reading])
  const queries = useRef([settled, fresh, hourly])
  useEffect(() => {
    queries.current = [settled, fresh, hourly]
  }, [settled, fresh, hourly])
  // the same function always: it is kept by those who cannot hear of every change
  const retry = useCallback(() => {
    for (const query of queries.current) if (query.error) query.refetch()
  }, [])
  return { stored, failure: settled.error ?? fresh.error ?? hourly.error ?? undefined, retry }
}
