import type { TrafficCalendar, TrafficDay } from '@svc/plugin-metrics/contract'
import { useApiQuery } from '@svc/widget-sdk'
import { useMemo } from 'react'
import { chartTime, lastDays } from '../../accounting/calendar.ts'

/** Seconds: days grow by the minute. */
const refetchSeconds = 60

/** Traffic of the last `days` days of one server or all, in the time zone of the traffic accounting. */
export function useDailyTraffic(serverId: string | undefined, days: number) {
  const path =
    serverId === undefined ? '/api/traffic/overview/daily' : `/api/traffic/${encodeURIComponent(serverId)}/daily`
  const daily = useApiQuery<readonly TrafficDay[]>(path, { params: { days }, refetchSeconds })
  const calendar = useApiQuery<TrafficCalendar>('/api/traffic/calendar', { refetchSeconds })
  const { data: rows } = daily
  const { data: zone } = calendar
  const bars = useMemo(
    () => rows && zone && lastDays(rows, zone.today, days).map((row) => ({ ...row, at: chartTime(row.date) })),
    [rows, zone, days],
  )
  return {
    bars,
    timezone: zone?.timezone,
    error: daily.error ?? calendar.error ?? undefined,
    retry: () => {
      for (const query of [daily, calendar]) if (query.error) query.refetch()
    },
  }
}
