import { useMemo } from 'react'
import type { WidgetQuery } from '../runtime.ts'
import { useApiQuery } from './api.ts'
import { useFeatureOfServer } from './feature.ts'
import { useStore } from './use-store.ts'

/** A figure that is stored once a minute; of ranges over 24 hours once an hour. */
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

/** How far back: digits and `h` or `d`, at most 400 days. */
export type HistoryRange = `${number}${'h' | 'd'}`

/** A stored figure; null when the host had none to report. */
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

/** The minute that runs, in milliseconds; a new one renders again. */
const useMinute = () => useStore(everyMinute, () => Math.floor(Date.now() / minute) * minute)

const hoursOf = (range: HistoryRange) => Number.parseFloat(range) * (range.endsWith('d') ? 24 : 1)

/** `query` with its data made into something else. */
export function mapped<T, R>(query: WidgetQuery<T>, data: R | undefined): WidgetQuery<R> {
  const { error, isFetching, refetch } = query
  return { data, error, isLoading: data === undefined && isFetching, isFetching, refetch }
}

/**
 * The stored figures of one metric of a server, ascending, up to now. `FeatureUnavailable` is its error where none are
 * stored.
 */
export function useHistory(
  serverId: string | null,
  metric: HistoryMetric,
  range: HistoryRange,
): WidgetQuery<readonly HistoryPoint[]> {
  const to = useMinute()
  const hours = Math.min(400 * 24, Math.max(1 / 60, hoursOf(range) || 24))
  const asked = useApiQuery<readonly Readonly<Record<string, unknown>>[]>(
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
  const query = useFeatureOfServer('metrics', serverId, asked)
  const points = useMemo(() => {
    const [first] = query.data ?? []
    // while this metric is read for the first time there may still be the answer about another one
    if (first && !Object.hasOwn(first, metric)) return undefined
    return query.data?.map((record): HistoryPoint => {
      const value = record[metric]
      return { ts: Date.parse(String(record.time)) / 1000, value: typeof value === 'number' ? value : null }
    })
  }, [query.data, metric])
  return mapped(query, points)
}
