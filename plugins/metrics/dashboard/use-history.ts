import { type AbsoluteRange, ApiError, toIsoTime, useApi, useApiBytes, useServer } from '@svc/dashboard-sdk'
import { recordColumns as columns } from '@svc/plugin-metrics/columns'
import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { type HistoryData, type HistoryRequest, unpack } from './build-history.ts'
import { type Gap, type StoredGap, toGaps } from './gaps.ts'
import type { HistoryQuery } from './history-query.ts'
import type { WorkerRequest, WorkerResponse } from './history-worker.ts'

/** A request and its outcome. */
type HistoryState = { readonly request: HistoryRequest; readonly result?: HistoryData; readonly error?: ApiError }

const startWorker = () =>
  new Worker(new URL('./history-worker.ts', import.meta.url), { type: 'module', name: 'history' })

/** Processes `request` in a worker; results of older requests are ignored. `retry` starts over. */
function useHistoryWorker(request: HistoryRequest | undefined): Omit<HistoryState, 'request'> & { retry: () => void } {
  const [state, setState] = useState<HistoryState>()
  const [attempt, setAttempt] = useState(0)
  const worker = useRef<Worker>(undefined)
  const last = useRef(0)
  // Its code is fetched while the history is.
  useEffect(() => {
    worker.current ??= startWorker()
    return () => {
      worker.current?.terminate()
      worker.current = undefined
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a retry
  useEffect(() => {
    if (!request) return
    const failed = (reason: string) => setState({ request, error: new ApiError(0, 'BAD_ANSWER', reason) })
    const thread = worker.current ?? startWorker()
    worker.current = thread
    const id = ++last.current
    const onMessage = ({ data }: MessageEvent<WorkerResponse>) => {
      if (data.id !== id) return
      // rendering many charts is not urgent
      if ('packed' in data) startTransition(() => setState({ request, result: unpack(data) }))
      else failed(data.failed)
    }
    // failed to load, or out of memory
    const onError = () => {
      thread.terminate()
      worker.current = undefined
      failed('failed to process the history')
    }
    thread.addEventListener('message', onMessage)
    thread.addEventListener('error', onError)
    thread.postMessage({ id, request } satisfies WorkerRequest)
    return () => {
      thread.removeEventListener('message', onMessage)
      thread.removeEventListener('error', onError)
    }
  }, [request, attempt])
  const retry = () => setAttempt(attempt + 1)
  return state?.request === request ? { ...state, retry } : { retry }
}

/** The history in a time range, ready to be drawn. */
export interface History extends HistoryData {
  readonly query: HistoryQuery
  readonly gaps: readonly Gap[]
  readonly hasGpus: boolean
}

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
  const complete = useMemo((): History | undefined => {
    if (!result || !gapRows) return undefined
    const hasGpus = result.frame.values.gpu_usage?.some((value) => value !== null) ?? false
    return { ...result, query, gaps: toGaps(gapRows, query.span, result.hours), hasGpus }
  }, [query, result, gapRows])
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
