import { toDate } from '../traffic/calendar.ts'
import type { UptimeDay } from './uptime-days.ts'
import type { UptimeEntry } from './uptime-schema.ts'

export const percentOf = ({ online, total }: Pick<UptimeDay, 'online' | 'total'>): number =>
  total === 0 ? 0 : Math.min(100, (online / total) * 100)

export const viewDay = (day: UptimeDay): UptimeEntry => ({
  date: toDate(day.day),
  online_minutes: day.online,
  total_minutes: day.total,
  uptime_percent: percentOf(day),
  downtime_incidents: day.incidents,
})
