import type { UptimeDay } from '@svc/dashboard-sdk'

/** Days as one: their minutes, and how often the server went away. */
export function sumUptime(days: readonly UptimeDay[]) {
  const sum = (of: (day: UptimeDay) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    online_minutes: sum(({ online_minutes }) => online_minutes),
    total_minutes: sum(({ total_minutes }) => total_minutes),
    incidents: sum(({ downtime_incidents }) => downtime_incidents),
  }
}
