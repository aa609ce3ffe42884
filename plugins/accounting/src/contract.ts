export type { Advisory, CostInsights, CostOverview, InvalidReason } from './cost/cost-schema.ts'
export type {
  ServerTraffic,
  TrafficCalendar,
  TrafficCycles,
  TrafficDay,
  TrafficOverview,
} from './traffic/traffic-schema.ts'
export type { UptimeWindow } from './uptime/uptime-schema.ts'
