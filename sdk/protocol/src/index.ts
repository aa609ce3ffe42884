export { type Capability, capabilities, capabilityBits, defaultCapabilities, fromMask, toMask } from './capability.ts'
export {
  type CapabilityFacts,
  CapabilityManifest,
  type CapabilityTable,
  CapabilityTexts,
  capabilityError,
  capabilityTable,
  Risk,
} from './capability-manifest.ts'
export {
  type Content,
  type ConversationDef,
  defineRequest,
  defineStream,
  denialOf,
  type Failure,
  type FailureCode,
  fromAgent,
  fromServer,
  idFields,
  idOf,
  opening,
  type RequestDef,
  readFailure,
  StreamCredit,
  type StreamDef,
  windowOf,
  writeFailure,
} from './conversation.ts'
export { type Decoded, makeDecoder } from './decode.ts'
export { Figure, FigureName, Figures, maxFigures } from './figures.ts'
export { Outbox, type OutboxSocket, Receiver, type ReceiverOptions, SendWindow, streamWindow } from './flow.ts'
export { encodeBinary, type Frame, FrameBuffers } from './frame.ts'
export {
  Ack,
  AgentCapabilitiesChanged,
  AgentPlugins,
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
  AlertChanged,
  CapabilitiesChanged,
  DashboardsChanged,
  FeaturesChanged,
  FleetTraffic,
  FullSync,
  HealthReason,
  OfferSummary,
  RecentMetrics,
  RecentMetricsGet,
  ServerHealth,
  ServerHealthChanged,
  ServerIpChanged,
  ServerMetrics,
  ServerOffline,
  ServerOnline,
  ServerStatus,
  ServersChanged,
  ServiceMonitorChanged,
  Update,
  UsageLimits,
  WidgetModulesChanged,
} from './live.ts'
export { TopicMessage, TopicSubscribe, TopicUnavailable, TopicUnsubscribe } from './live-topic.ts'
export { defineMessage, encode, type MessageDef, type Payload } from './message.ts'
export { liveMetrics, optionalLiveMetrics, reportMetrics, zeroMetrics } from './metric-names.ts'
export { maxNesting, nestsTooDeeply } from './nesting.ts'
export { plainText } from './plain-text.ts'
export {
  DiskIo,
  GpuDevice,
  GpuReport,
  InterfaceRate,
  Metrics,
  MissedReport,
  MountUsage,
  Report,
  type ReportPayload,
  ReportsKept,
  ReportsMissing,
  SensorReading,
} from './report.ts'
export { maskQuery, secretMask } from './secret-mask.ts'
export {
  bytes,
  f64,
  i32,
  i64,
  nullable,
  nullish,
  optional,
  str,
  timestamp,
  u8,
  u16,
  u32,
  u64,
  unixSeconds,
} from './types.ts'
