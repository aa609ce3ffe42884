export { type QueryParams, useApiMutation, useApiQuery } from './hooks/api.js'
export {
  type AlertEvent,
  type GeoIpStatus,
  type MonitorType,
  type ServiceMonitor,
  type TrafficPoint,
  type UptimeDay,
  useAlerts,
  useGeoIp,
  useServiceMonitors,
  useTraffic,
  useUptime,
} from './hooks/domain.js'
export { FeatureUnavailable } from './hooks/feature.js'
export { type HistoryMetric, type HistoryPoint, type HistoryRange, useHistory } from './hooks/history.js'
export { useConfigUpdate, useTheme } from './hooks/host.js'
export { useCapability, useMetric, useServer, useServers } from './hooks/live.js'
