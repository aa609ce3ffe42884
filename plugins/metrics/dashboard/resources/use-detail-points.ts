import { type AbsoluteRange, toIsoTime, useApi } from '@svc/dashboard-sdk'
import { useMemo } from 'react'
import { type Points, type StoredRecord, toPoints } from '../frame.ts'
import type { HistoryQuery } from '../history-query.ts'

function useRecords(path: string, interval: 'raw' | 'hourly', span: AbsoluteRange | undefined, fields: string) {
  const { from, to } = span ?? { from: 0, to: 0 }
  return useApi<readonly StoredRecord[]>(`${path}/records`, {
    search: { from: toIsoTime(from), to: toIsoTime(to), interval, fields },
    enabled: span !== undefined,
    keepPrevious: true,
  })
}

const none: readonly never[] = []

/** The stored values of some detail columns, by time. */
export function useDetailPoints(serverId: string, query: HistoryQuery, fields: readonly string[]) {
  const path = `/api/servers/${encodeURIComponent(serverId)}`
  const names = fields.join(',')
  const raw = useRecords(path, 'raw', query.raw, names)
  const hourly = useRecords(path, 'hourly', query.hourly, names)
  const rawRows = query.raw ? raw.data : none
  const hourlyRows = query.hourly ? hourly.data : none
  const points = useMemo(
    (): Points | undefined => rawRows && hourlyRows && toPoints(query, { raw: rawRows, hourly: hourlyRows }),
    [query, rawRows, hourlyRows],
  )
  return {
    points,
    error: raw.error ?? hourly.error ?? undefined,
    retry: () => {
      for (const request of [raw, hourly]) if (request.error) void request.refetch()
    },
  }
}
