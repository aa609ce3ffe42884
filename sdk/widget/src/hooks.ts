export { type AlertEvent, useAlerts } from './hooks/alerts.js'
export { type QueryParams, useApiMutation, useApiQuery } from './hooks/api.js'
export {
  type GeoIpStatus,
  type TrafficPoint,
  type UptimeDay,
  useGeoIp,
  useTraffic,
  useUptime,
} from './hooks/domain.js'
export { FeatureUnavailable } from './hooks/feature.js'
export { type HistoryMetric, type HistoryPoint, type HistoryRange, useHistory } from './hooks/history.js'
export { useConfigUpdate, useTheme } from './hooks/host.js'
export { useCapability, useMetric, useServer, useServers } from './hooks/live.js'
export { type MonitorType, type ServiceMonitor, useServiceMonitors } from './hooks/monitors.js'
