import { type Static, Type } from '@sinclair/typebox'
import { defineMessage } from './message.ts'
import { defaulted, i32, i64, nullable, str, u32, unixSeconds } from './types.ts'

/** Ours. Peers never compare it for equality; a missing value counts as 1. */
export const protocolVersion = 6

/** Seconds between reports, fixed by the server (spec document 3, Limits). */
export const reportInterval = 3

/** A capability switched on for a limited time on the host. Who did it and why is not told to every browser. */
export const Grant = Type.Object({
  cap: str(),
  granted_at: unixSeconds(),
  expires_at: unixSeconds(),
  granted_by: nullable(str()),
  reason: nullable(str()),
})
export type Grant = Static<typeof Grant>

/** Server to agent, first frame of a connection. */
export const Welcome = defineMessage('welcome', {
  server_id: str(),
  protocol_version: defaulted(u32()),
  /** seconds */
  report_interval: Type.Integer({ minimum: 1, maximum: 3600 }),
  capabilities: nullable(u32()),
  /** milliseconds since the epoch when this was sent; with it, agents tell of minutes that were missed */
  server_time: nullable(i64()),
})

/** Agent to server, once per connection after `Welcome`; answered by `Ack`. Sizes in bytes. */
export const SystemInfo = defineMessage('system_info', {
  msg_id: str(),
  cpu_name: str(),
  cpu_cores: i32(),
  cpu_arch: str(),
  os: str(),
  kernel_version: str(),
  mem_total: i64(),
  swap_total: i64(),
  disk_total: i64(),
  ipv4: nullable(str()),
  ipv6: nullable(str()),
  virtualization: nullable(str()),
  agent_version: str(),
  protocol_version: defaulted(u32()),
  features: defaulted(Type.Array(str())),
  agent_local_capabilities: nullable(u32()),
  temporary: defaulted(Type.Array(Grant)),
})

/** Server to agent: the message with this `msg_id` was handled. */
export const Ack = defineMessage('ack', { msg_id: str() })

/** Server to agent, answered by `Pong`. Liveness uses WebSocket control frames; this one exists for old peers. */
export const Ping = defineMessage('ping', {})
/** The answer to `Ping`. */
export const Pong = defineMessage('pong', {})

const Interface = Type.Object({ name: str(), ipv4: Type.Array(str()), ipv6: Type.Array(str()) })

/** Agent to server: the primary addresses changed after `SystemInfo`. */
export const IpChanged = defineMessage('ip_changed', {
  ipv4: nullable(str()),
  ipv6: nullable(str()),
  interfaces: defaulted(Type.Array(Interface)),
})

/** Agent to server: `capability` is not in the effective set. */
export const CapabilityDenied = defineMessage('capability_denied', {
  msg_id: nullable(str()),
  session_id: nullable(str()),
  capability: str(),
  reason: Type.Union([Type.Literal('agent_capability_disabled'), Type.Literal('server_capability_disabled')]),
})

const Change = Type.Object({
  cap: str(),
  action: Type.Union([Type.Literal('granted'), Type.Literal('expired'), Type.Literal('revoked')]),
  expires_at: nullable(unixSeconds()),
  granted_by: nullable(str()),
  reason: nullable(str()),
})

/** Agent to server: the effective mask changed while connected. Not the browser message of the same `type`. */
export const AgentCapabilitiesChanged = defineMessage('capabilities_changed', {
  msg_id: str(),
  capabilities: u32(),
  temporary: defaulted(Type.Array(Grant)),
  changes: defaulted(Type.Array(Change)),
})

/** Agent to server: replaces the feature list of `SystemInfo`. */
export const FeaturesUpdate = defineMessage('features_update', { features: Type.Array(str()) })
