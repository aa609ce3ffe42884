export type {
  Monitor,
  MonitorDetail,
  MonitorInput,
  MonitorRecord,
  MonitorSummary,
  MonitorType,
} from './monitor-schema.ts'
