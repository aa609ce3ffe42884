import { type AbsoluteRange, type ApiError, toIsoTime, useApi, useApiBytes, useServer } from '@svc/dashboard-sdk'
import { columns } from '@svc/plugin-metrics/columns'
import { useMemo, useState } from 'react'
import type { HistoryRequest } from './build-history.ts'
import type { ChartModel } from './chart-model.ts'
import type { Frame } from './frame.ts'
import { type Gap, type StoredGap, toGaps } from './gaps.ts'
import type { HistoryQuery } from './history-query.ts'
import { hasValues, type PackedHistory, unpackChart, unpackFrame } from './packed-history.ts'
import { useHistoryWorker } from './use-history-worker.ts'

/** The history in a time range, ready to be drawn. */
export interface History {
  readonly query: HistoryQuery
  readonly times: readonly number[]
  readonly charts: readonly ChartModel[]
  /** per device, busiest first */
  readonly devices: readonly ChartModel[]
  readonly hasGpus: boolean
  readonly gaps: readonly Gap[]
  readonly gapAfter: number
  /** the times of the points that stand for an hour */
  readonly hours: readonly number[]
  /** all data that was read */
  frame(): Frame
}

const historyOf = (packed: PackedHistory, query: HistoryQuery, gaps: readonly Gap[]): History => ({
  query,
  times: packed.times,
  charts: packed.charts.map(unpackChart),
  devices: packed.devices.map(unpackChart),
  hasGpus: hasValues(packed.values.gpu_usage),
  gaps,
  gapAfter: packed.gapAfter,
  hours: packed.hours,
  frame: () => unpackFrame(packed),
})

const minute = 60_000
const noGaps: readonly never[] = []
const noTotals = { mem_total: 0, swap_total: 0, disk_total: 0 }

const nearSeconds = 600
const isNear = (a: AbsoluteRange, b: AbsoluteRange) =>
  Math.abs(a.from - b.from) < nearSeconds && Math.abs(a.to - b.to) < nearSeconds

/** Everything that is drawn or exported. */
const fields = columns.map(({ name }) => name).join(',')

/** Reads records of one interval if there is a span. */
function useRecords(
  path: string,
  interval: 'raw' | 'hourly',
  span: AbsoluteRange | undefined,
  refetchInterval: number | false,
) {
  const { from, to } = span ?? { from: 0, to: 0 }
  return useApiBytes(`${path}/records`, {
    search: { from: toIsoTime(from), to: toIsoTime(to), interval, fields },
    enabled: span !== undefined,
    refetchInterval,
  })
}

/**
 * The history of a server. While another range is loading, `history` is the previous one. Hourly records are refetched
 * every minute, since the last hour may not be aggregated yet.
 */
export function useHistory(serverId: string, query: HistoryQuery) {
  const path = `/api/servers/${encodeURIComponent(serverId)}`
  const { span, isLive } = query
  const refetchInterval = isLive && query.hourly ? minute : false
  const raw = useRecords(path, 'raw', query.raw, false)
  const hourly = useRecords(path, 'hourly', query.hourly, refetchInterval)
  // charts wait for the gaps to avoid drawing twice, but a failed gaps request does not fail them
  const gapsQuery = useApi<readonly StoredGap[]>(`${path}/gaps`, {
    search: { from: toIsoTime(span.from), to: toIsoTime(span.to) },
  })
  const { mem_total, swap_total, disk_total } = useServer(serverId) ?? noTotals
  const request = useMemo((): HistoryRequest | undefined => {
    const loaded = { ...(raw.data ? { raw: raw.data } : {}), ...(hourly.data ? { hourly: hourly.data } : {}) }
    const isLoaded = (!query.raw || loaded.raw) && (!query.hourly || loaded.hourly)
    return isLoaded ? { query, ...loaded, totals: { mem_total, swap_total, disk_total } } : undefined
  }, [query, raw.data, hourly.data, mem_total, swap_total, disk_total])
  const worker = useHistoryWorker(request)
  const gapRows = gapsQuery.data ?? (gapsQuery.error ? noGaps : undefined)
  const { result } = worker
  const complete = useMemo(
    (): History | undefined => result && gapRows && historyOf(result, query, toGaps(gapRows, query.span, result.hours)),
    [query, result, gapRows],
  )
  const [last, setLast] = useState(complete)
  if (complete && complete !== last) setLast(complete)
  const error: ApiError | null | undefined = raw.error ?? hourly.error ?? worker.error
  return {
    history: complete ?? last,
    /** whether the history shown belongs to another range */
    isLoading: complete === undefined && last !== undefined && !isNear(last.query.span, span),
    error: error ?? undefined,
    retry: () => {
      for (const request of [raw, hourly]) if (request.error) void request.refetch()
      if (worker.error) worker.retry()
    },
  }
}
