export { AlertChanged, ServiceMonitorChanged } from './alerts.ts'
export { DashboardsChanged, WidgetModulesChanged } from './boards.ts'
export {
  type Capability,
  capabilities,
  capabilityBits,
  defaultCapabilities,
  fromMask,
  isCapability,
  toMask,
  validMask,
} from './capability.ts'
export { type Decoded, makeDecoder } from './decode.ts'
export { liveFigures, noFigures, reportFigures } from './figures.ts'
export {
  Ack,
  AgentCapabilitiesChanged,
  CapabilityDenied,
  FeaturesUpdate,
  Grant,
  IpChanged,
  Ping,
  Pong,
  protocolVersion,
  reportInterval,
  SystemInfo,
  Welcome,
} from './link.ts'
export {
  AgentAuthority,
  AgentAuthorityChanged,
  AgentInfoUpdated,
  CapabilitiesChanged,
  FullSync,
  OfferSummary,
  ServerIpChanged,
  ServerMetrics,
  ServerOffline,
  ServerOnline,
  ServerStatus,
  ServersChanged,
  Update,
} from './live.ts'
export { defineMessage, encode, type MessageDef, type Payload } from './message.ts'
export { plainText } from './plain-text.ts'
export {
  longestProbeError,
  longestTarget,
  mostProbeResults,
  NetworkProbeResult,
  NetworkProbeResults,
  NetworkProbeSync,
  NetworkProbeUpdate,
  NetworkTargetAssignment,
  PingAssignment,
  PingResult,
  PingTasksSync,
  ProbeType,
} from './probes.ts'
export {
  AgentProcessesUnavailable,
  longestProcessText,
  mostProcesses,
  Process,
  Processes,
  ProcessesStart,
  ProcessesStop,
  ProcessesSubscribe,
  ProcessesUnavailable,
  ProcessesUnsubscribe,
  ProcessesUpdate,
} from './processes.ts'
export {
  DiskIo,
  Figures,
  GpuDevice,
  GpuReport,
  MissedReport,
  Report,
  type ReportPayload,
  ReportsKept,
  ReportsMissing,
} from './report.ts'
export { secretMask } from './secret-mask.ts'
export { defaulted, f64, i32, i64, nullable, orNull, str, timestamp, u8, u16, u32, u64, unixSeconds } from './types.ts'
