import { type Static, Type } from '@sinclair/typebox'
import { defineMessage } from './message.ts'
import { i32, i64, nullish, optional, str, u32, unixSeconds } from './types.ts'

/** The protocol version of this build. Never compare it for equality; a missing value counts as 1. */
export const protocolVersion = 6

/** Report interval in seconds, set by the server. */
export const reportInterval = 3

/** A temporary capability grant. `granted_by` and `reason` are not sent to every browser. */
export const Grant = Type.Object({
  cap: str(),
  granted_at: unixSeconds(),
  expires_at: unixSeconds(),
  granted_by: nullish(str()),
  reason: nullish(str()),
})
export type Grant = Static<typeof Grant>

/** Server to agent: the first frame of a connection. */
export const Welcome = defineMessage('welcome', {
  server_id: str(),
  protocol_version: optional(u32()),
  /** seconds */
  report_interval: Type.Integer({ minimum: 1, maximum: 3600 }),
  capabilities: nullish(u32()),
  /** server time in epoch milliseconds; if present, agents offer the reports that were missed */
  server_time: nullish(i64()),
  /** bytes of a stream that the agent may send ahead of `StreamCredit`; without it the server sends no credit */
  stream_window: nullish(u32()),
  /** the server takes messages with raw bytes as binary frames */
  binary_frames: nullish(Type.Boolean()),
})

/** Agent to server, after `Welcome`; the server responds with `Ack`. Sizes in bytes. */
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
  ipv4: nullish(str()),
  ipv6: nullish(str()),
  virtualization: nullish(str()),
  agent_version: str(),
  protocol_version: optional(u32()),
  features: optional(Type.Array(str())),
  agent_local_capabilities: nullish(u32()),
  temporary: optional(Type.Array(Grant)),
  /** bytes of a stream that the server may send ahead of `StreamCredit`; without it the agent sends no credit */
  stream_window: nullish(u32()),
  /** the agent takes messages with raw bytes as binary frames */
  binary_frames: nullish(Type.Boolean()),
})

/** Server to agent: acknowledges the message with this `msg_id`. */
export const Ack = defineMessage('ack', { msg_id: str() })

/** Server to agent; the agent responds with `Pong`. Only for old peers: liveness uses WebSocket control frames. */
export const Ping = defineMessage('ping', {})
/** The response to `Ping`. */
export const Pong = defineMessage('pong', {})

const Interface = Type.Object({ name: str(), ipv4: Type.Array(str()), ipv6: Type.Array(str()) })

/** Agent to server: the primary addresses changed since `SystemInfo`. */
export const IpChanged = defineMessage('ip_changed', {
  ipv4: nullish(str()),
  ipv6: nullish(str()),
  interfaces: optional(Type.Array(Interface)),
})

/** Agent to server: the request needs a capability that is off. */
export const CapabilityDenied = defineMessage('capability_denied', {
  msg_id: nullish(str()),
  session_id: nullish(str()),
  capability: str(),
  reason: Type.Union([Type.Literal('agent_capability_disabled'), Type.Literal('server_capability_disabled')]),
})

const Change = Type.Object({
  cap: str(),
  action: Type.Union([Type.Literal('granted'), Type.Literal('expired'), Type.Literal('revoked')]),
  expires_at: nullish(unixSeconds()),
  granted_by: nullish(str()),
  reason: nullish(str()),
})

/** Agent to server: the effective mask changed. Not to be confused with the browser message of the same `type`. */
export const AgentCapabilitiesChanged = defineMessage('capabilities_changed', {
  msg_id: str(),
  capabilities: u32(),
  temporary: optional(Type.Array(Grant)),
  changes: optional(Type.Array(Change)),
})

/** Agent to server, after `SystemInfo` and at each change: the plugins that the host allows besides those of the agent. */
export const AgentPlugins = defineMessage('agent_plugins', {
  plugins: Type.Array(
    Type.Object({
      name: Type.String({ maxLength: 214 }),
      version: nullish(Type.String({ maxLength: 256 })),
      /** `denied`: its capabilities are off; `refused`: none of its code ran; `failed`: it could not start, or has stopped */
      state: Type.Union([
        Type.Literal('running'),
        Type.Literal('denied'),
        Type.Literal('refused'),
        Type.Literal('failed'),
      ]),
      reason: nullish(Type.String({ maxLength: 4096 })),
    }),
    { maxItems: 64 },
  ),
})

/** Agent to server: replaces the feature list sent in `SystemInfo`. */
export const FeaturesUpdate = defineMessage('features_update', { features: Type.Array(str()) })
