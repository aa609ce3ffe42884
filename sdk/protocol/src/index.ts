export { AlertChanged, ServiceMonitorChanged } from './alerts.js'
export { DashboardsChanged, WidgetModulesChanged } from './boards.js'
export {
  type Capability,
  capabilities,
  capabilityBits,
  defaultCapabilities,
  fromMask,
  isCapability,
  toMask,
  validMask,
} from './capability.js'
export { type Decoded, makeDecoder } from './decode.js'
export { liveFigures, noFigures, reportFigures } from './figures.js'
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
} from './link.js'
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
} from './live.js'
export { defineMessage, encode, type MessageDef, type Payload } from './message.js'
export { plainText } from './plain-text.js'
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
} from './probes.js'
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
} from './processes.js'
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
} from './report.js'
export { secretMask } from './secret-mask.js'
export { defaulted, f64, i32, i64, nullable, orNull, str, timestamp, u8, u16, u32, u64, unixSeconds } from './types.js'
