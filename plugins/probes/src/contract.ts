export type {
  NetworkAnomaly,
  NetworkOverview,
  NetworkRecord,
  NetworkSetting,
  NetworkSettingAnswer,
  NetworkSummary,
  NetworkTarget,
  NetworkTargetInput,
  TargetSummary,
} from './network/network-schema.js'
export type { PingRecord, PingSeries, PingTask, PingTaskInput } from './ping/ping-schema.js'
