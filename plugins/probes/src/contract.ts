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
} from './network/network-schema.ts'
export type { PingRecord, PingSeries, PingTask, PingTaskInput } from './ping/ping-schema.ts'
