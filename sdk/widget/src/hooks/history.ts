import { useMemo } from 'react'
import type { WidgetQuery } from '../runtime.ts'
import { useApiQuery } from './api.ts'
import { useFeatureOfServer } from './feature.ts'
import { useStore } from './use-store.ts'

/** A metric stored once a minute; hourly for ranges over 24 hours. */
export type HistoryMetric =
  | 'cpu'
  | 'mem_used'
  | 'swap_used'
  | 'disk_used'
  | 'net_in_speed'
  | 'net_out_speed'
  | 'net_in_transfer'
  | 'net_out_transfer'
  | 'load1'
  | 'load5'
  | 'load15'
  | 'tcp_conn'
  | 'udp_conn'
  | 'process_count'
  | 'temperature'
  | 'gpu_usage'

/** Range up to now: a number and `h` or `d`, at most 400 days. */
export type HistoryRange = `${number}${'h' | 'd'}`

/** A stored value; null if the host reported none. */
export interface HistoryPoint {
  /** epoch seconds */
  readonly ts: number
  readonly value: number | null
}

const minute = 60_000
const everyMinute = (listener: () => void) => {
  const timer = setInterval(listener, minute)
  return () => clearInterval(timer)
}

/** The current minute in milliseconds; re-renders when it changes. */
const useMinute = () => useStore(everyMinute, () => Math.floor(Date.now() / minute) * minute)

const hoursOf = (range: HistoryRange) => Number.parseFloat(range) * (range.endsWith('d') ? 24 : 1)

/** Replaces the data of a query. */
export function mapped<T, R>(query: WidgetQuery<T>, data: R | undefined): WidgetQuery<R> {
  const { error, isFetching, refetch } = query
  return { data, error, isLoading: data === undefined && isFetching, isFetching, refetch }
}

/**
 * The history of a server's metric, oldest first, up to now. Its error is `FeatureUnavailable` if the server stores no
 * metrics.
 */
export function useHistory(
  serverId: string | null,
  metric: HistoryMetric,
  range: HistoryRange,
): WidgetQuery<readonly HistoryPoint[]> {
  const to = useMinute()
  const hours = Math.min(400 * 24, Math.max(1 / 60, hoursOf(range) || 24))
  const response = useApiQuery<readonly Readonly<Record<string, unknown>>[]>(
    `/api/servers/${encodeURIComponent(serverId ?? '')}/records`,
    {
      params: {
        from: new Date(to - hours * 60 * minute).toISOString(),
        to: new Date(to).toISOString(),
        interval: 'auto',
        fields: metric,
      },
      enabled: serverId !== null,
    },
  )
  const query = useFeatureOfServer('metrics', serverId, response)
  const points = useMemo(() => {
    const [first] = query.data ?? []
    // the data may still be that of the previous metric
    if (first && !Object.hasOwn(first, metric)) return undefined
    return query.data?.map((record): HistoryPoint => {
      const value = record[metric]
      return { ts: Date.parse(String(record.time)) / 1000, value: typeof value === 'number' ? value : null }
    })
  }, [query.data, metric])
  return mapped(query, points)
}
