export {
  type Access,
  type AgentAuthenticator,
  type AgentPrincipal,
  type Authenticator,
  agentAuthenticator,
  authenticator,
  type CapabilityGate,
  type Credentials,
  capabilityGate,
  type Principal,
  type Role,
} from './access.js'
export {
  type JobInfo,
  type PluginAdministration,
  type PluginInfo,
  type PluginState,
  pluginAdministration,
} from './administration.js'
export { type Bounded, makeBounded } from './bounded.js'
export type { Clock, Core, Job, Logger, OffloadContext, Offloaded, OffloadOptions } from './core.js'
export type { Database, Migration, Statement } from './database.js'
export { definitionFault, partsFault } from './faults.js'
export { type HourlyWork, type HourlyWorkOptions, makeHourlyWork } from './hourly-work.js'
export {
  ApiError,
  badRequest,
  conflict,
  data,
  ErrorBody,
  forbidden,
  invalid,
  Nullable,
  notFound,
  Ok,
  OneOf,
  ok,
  type Routes,
  Timestamp,
  tooManyRequests,
  unauthorized,
} from './http.js'
export {
  type Command,
  definePlugin,
  type Parts,
  type PluginDefinition,
} from './plugin.js'
export { addressKey, makeRateLimiter, type RateLimiter, type RateWindow } from './rate-limit.js'
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
} from './refs.js'
export { readRequestHeaders } from './request-headers.js'
export { credentialsRevoked, type Revocation } from './revocation.js'
export { fromTimestamp, toSeconds, toTimestamp } from './time.js'
