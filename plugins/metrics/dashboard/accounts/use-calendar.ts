import { useApi } from '@svc/dashboard-sdk'
import type { TrafficCalendar } from '@svc/plugin-metrics/contract'
import { refresh } from './refresh.ts'

/** The time zone that days of traffic and billing are of, and which day it is there. */
export const useCalendar = () => useApi<TrafficCalendar>('/api/traffic/calendar', refresh)
