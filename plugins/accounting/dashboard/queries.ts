import { useApi } from '@svc/dashboard-sdk'
import type { TrafficCalendar } from '@svc/plugin-accounting/contract'

/** Refetch every minute, as often as records are written, and show the previous data meanwhile. */
export const everyMinute = { refetchInterval: 60_000, keepPrevious: true } as const

/** The time zone of traffic and billing days, and the current day in it. */
export const useCalendar = () => useApi<TrafficCalendar>('/api/traffic/calendar', everyMinute)
