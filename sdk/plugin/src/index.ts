export { secretMask } from '@svc/protocol'
export { type CodedText, isCodedText, type Param, type Params, type TextCode, text } from '@svc/protocol/text'
export {
  type Access,
  type AgentAuthenticator,
  type AgentPrincipal,
  type Authenticator,
  agentAuthenticator,
  authenticator,
  type Credentials,
  type Principal,
  type Role,
  type ServerGate,
  type ServerRefusal,
  type ServerVerdict,
  serverGate,
  type VisibleServer,
} from './access.ts'
export {
  type DashboardInfo,
  dashboardsChanged,
  type JobInfo,
  type PluginAdministration,
  type PluginInfo,
  type PluginState,
  pluginAdministration,
} from './administration.ts'
export {
  ApiError,
  badRequest,
  CodedError,
  conflict,
  type ErrorOptions,
  type FieldError,
  forbidden,
  invalid,
  invalidFields,
  notFound,
  tooManyRequests,
  unauthorized,
} from './api-error.ts'
export { type Bounded, makeBounded } from './bounded.ts'
export type { Check, CheckedHost, Finding } from './check.ts'
export { CodedTextSchema } from './coded-text-schema.ts'
export { type CommandHost, commandHost } from './command-host.ts'
export { type Configuration, type ConfigurationValue, configuration } from './configuration.ts'
export type { Clock, Core, Job, Logger, OffloadContext, Offloaded, OffloadOptions } from './core.ts'
export { type DataFile, dataFiles } from './data-files.ts'
export type { Database, Migration, Statement } from './database.ts'
export { type DatabaseFile, databaseFile } from './database-file.ts'
export { type FairQueue, type FairQueueLimits, makeFairQueue } from './fair-queue.ts'
export { FormField, formFields, parseForm, readForm, secretFields } from './form-schema.ts'
export { type HourlyWork, type HourlyWorkOptions, makeHourlyWork } from './hourly-work.ts'
export { data, ErrorBody, type FrameLimits, Nullable, Ok, OneOf, ok, type Routes, Timestamp } from './http.ts'
export type { Mode } from './mode.ts'
export { nameSchemas } from './name-schemas.ts'
export { type NetworkAccess, networkAccess } from './network-access.ts'
export { cutPage, formatCursor, linkNext, PageCursor, pageOf, parseCursor } from './pages.ts'
export {
  type Command,
  type CommandTerminal,
  definePlugin,
  type Parts,
  type PluginDefinition,
} from './plugin.ts'
export { definitionError, partsError } from './plugin-errors.ts'
export { addressKey, makeRateLimiter, type RateLimiter, type RateWindow } from './rate-limit.ts'
export {
  type Contribution,
  contribute,
  type EventRef,
  event,
  type Listener,
  listen,
  type OptionalRef,
  optional,
  type PointRef,
  point,
  type Registry,
  type ServiceRef,
  service,
} from './refs.ts'
export { type GatedRequest, type RequestGate, requestGate } from './request-gate.ts'
export { readRequestHeaders } from './request-headers.ts'
export { credentialsRevoked, type Revocation } from './revocation.ts'
export type { Socket } from './socket.ts'
export {
  DisplayName,
  FilledLine,
  FilledLines,
  Line,
  Lines,
  normalizeName,
  ruleKeyword,
  textRule,
  violatedRule,
} from './text-schema.ts'
export { fromTimestamp, Instant, QueryInstant, toSeconds, toTimestamp } from './time.ts'
export { badQuery, parseEnd, parseInstant, parseTimeRange, storedRange, TimeRange } from './time-range.ts'
