import type { UptimeDay } from './uptime-days.ts'
import type { UptimeEntry } from './uptime-schema.ts'

const dayMs = 86_400_000

export const viewDay = ({ day, online, total, incidents }: UptimeDay): UptimeEntry => ({
  date: new Date(day * dayMs).toISOString().slice(0, 10),
  online_minutes: online,
  total_minutes: total,
  uptime_percent: total === 0 ? 0 : Math.min(100, (online / total) * 100),
  downtime_incidents: incidents,
})
