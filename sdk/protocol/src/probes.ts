import { type Static, Type } from '@sinclair/typebox'
import { defineMessage } from './message.ts'
import { f64, nullable, orNull, str, timestamp, u32 } from './types.ts'

/** How a target is asked: one echo request, one connection, or one GET. */
export const ProbeType = Type.Union([Type.Literal('icmp'), Type.Literal('tcp'), Type.Literal('http')])
export type ProbeType = Static<typeof ProbeType>

/** UTF-16 code units of a target. */
export const longestTarget = 2048
/** UTF-16 code units of what went wrong with a probe. */
export const longestProbeError = 512
/** Results that one `NetworkProbeResults` may carry. */
export const mostProbeResults = 100

/** A ping task as an agent is told of it. */
export const PingAssignment = Type.Object({
  task_id: str(),
  /** types that an agent does not know are ignored */
  probe_type: str(),
  target: str(),
  /** seconds; an agent takes at least 5 */
  interval: u32(),
})
export type PingAssignment = Static<typeof PingAssignment>

/** Server to agent: all ping tasks of this server; what is not listed ends. */
export const PingTasksSync = defineMessage('ping_tasks_sync', { tasks: Type.Array(PingAssignment) })

/** Agent to server: the outcome of one ping. */
export const PingResult = defineMessage('ping_result', {
  task_id: Type.String({ maxLength: 64 }),
  /** milliseconds; 0 on failure */
  latency: f64(),
  success: Type.Boolean(),
  error: nullable(Type.String({ maxLength: longestProbeError })),
  /** clock of the agent */
  time: timestamp(),
})

/** A network target as an agent is told of it. */
export const NetworkTargetAssignment = Type.Object({
  target_id: str(),
  name: str(),
  target: str(),
  probe_type: str(),
})
export type NetworkTargetAssignment = Static<typeof NetworkTargetAssignment>

/** Server to agent: all network targets of this server and how to probe them; what is not listed ends. */
export const NetworkProbeSync = defineMessage('network_probe_sync', {
  targets: Type.Array(NetworkTargetAssignment),
  /** seconds; an agent takes at least 10 */
  interval: u32(),
  /** per round */
  packet_count: u32(),
})

const round = {
  target_id: Type.String({ maxLength: 64 }),
  /** milliseconds, over the packets that were answered; null when none was */
  avg_latency: nullable(f64()),
  min_latency: nullable(f64()),
  max_latency: nullable(f64()),
  /** fraction, 0 to 1 */
  packet_loss: f64(),
  packet_sent: u32(),
  packet_received: u32(),
  /** clock of the agent */
  timestamp: timestamp(),
}

/** One round against one target. */
export const NetworkProbeResult = Type.Object(round)
export type NetworkProbeResult = Static<typeof NetworkProbeResult>

/** Agent to server: rounds that ended together. */
export const NetworkProbeResults = defineMessage('network_probe_results', {
  results: Type.Array(NetworkProbeResult, { maxItems: mostProbeResults }),
})

/** Server to browser: rounds that were just stored. Their time is that of the server. */
export const NetworkProbeUpdate = defineMessage('network_probe_update', {
  server_id: str(),
  results: Type.Array(
    Type.Object({
      ...round,
      avg_latency: orNull(f64()),
      min_latency: orNull(f64()),
      max_latency: orNull(f64()),
    }),
  ),
})
