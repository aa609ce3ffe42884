import { useApi } from '@svc/dashboard-sdk'
import type { TrafficCalendar } from '@svc/plugin-metrics/contract'

/** How pages over accounts ask: anew every minute, which is how often records are written, with the old on screen. */
export const refresh = { refetchInterval: 60_000, keepPrevious: true } as const

/** The time zone that days of traffic and billing are of, and which day it is there. */
export const useCalendar = () => useApi<TrafficCalendar>('/api/traffic/calendar', refresh)
