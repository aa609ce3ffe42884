export { type AlertEvent, useAlerts } from './hooks/alerts.ts'
export { type QueryParams, useApiMutation, useApiQuery } from './hooks/api.ts'
export {
  type GeoIpStatus,
  type TrafficPoint,
  type UptimeDay,
  useGeoIp,
  useTraffic,
  useUptime,
} from './hooks/domain.ts'
export { FeatureUnavailable } from './hooks/feature.ts'
export { type HistoryMetric, type HistoryPoint, type HistoryRange, useHistory } from './hooks/history.ts'
export { useConfigUpdate, useTheme } from './hooks/host.ts'
export { useCapability, useMetric, useServer, useServers } from './hooks/live.ts'
export { type MonitorType, type ServiceMonitor, useServiceMonitors } from './hooks/monitors.ts'
export { useTopic } from './hooks/topic.ts'
