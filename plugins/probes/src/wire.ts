import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, f64, nullable, nullish, str, timestamp, u32 } from '@svc/protocol'

/** Max length of a probe's error message that our agent sends, in UTF-16 code units; the server cuts longer ones. */
export const maxProbeErrorLength = 512
/** Max number of results in one `NetworkProbeResults` of our agent; the server accepts more. */
export const maxProbeResults = 100

/** A ping task as sent to an agent. */
export const PingAssignment = Type.Object({
  task_id: str(),
  /** agents ignore types they do not know */
  probe_type: str(),
  target: str(),
  /** seconds; agents use at least 5 */
  interval: u32(),
})
export type PingAssignment = Static<typeof PingAssignment>

/** Server to agent: all ping tasks of this server. Tasks that are not listed stop. */
export const PingTasksSync = defineMessage('ping_tasks_sync', { tasks: Type.Array(PingAssignment) })

/** Agent to server: the result of one ping. */
export const PingResult = defineMessage('ping_result', {
  task_id: str(),
  /** milliseconds; 0 on failure */
  latency: f64(),
  success: Type.Boolean(),
  error: nullish(str()),
  /** agent time */
  time: timestamp(),
})

/** A network target as sent to an agent. */
export const NetworkTargetAssignment = Type.Object({
  target_id: str(),
  name: str(),
  target: str(),
  probe_type: str(),
})
export type NetworkTargetAssignment = Static<typeof NetworkTargetAssignment>

/** Server to agent: all network targets of this server and how to probe them. Targets that are not listed stop. */
export const NetworkProbeSync = defineMessage('network_probe_sync', {
  targets: Type.Array(NetworkTargetAssignment),
  /** seconds; agents use at least 10 */
  interval: u32(),
  /** per round */
  packet_count: u32(),
})

const roundFields = {
  target_id: str(),
  /** milliseconds, over the packets received; null when all were lost */
  avg_latency: nullish(f64()),
  min_latency: nullish(f64()),
  max_latency: nullish(f64()),
  /** fraction, 0 to 1 */
  packet_loss: f64(),
  packet_sent: u32(),
  packet_received: u32(),
  /** agent time */
  timestamp: timestamp(),
}

/** The result of one probe round against one target. */
export const NetworkProbeResult = Type.Object(roundFields)
export type NetworkProbeResult = Static<typeof NetworkProbeResult>

/** Agent to server: a batch of probe results. */
export const NetworkProbeResults = defineMessage('network_probe_results', {
  results: Type.Array(NetworkProbeResult),
})

/** Server to browser: probe results that were just stored. `timestamp` is server time. */
export const NetworkProbeUpdate = defineMessage('network_probe_update', {
  server_id: str(),
  results: Type.Array(
    Type.Object({
      ...roundFields,
      avg_latency: nullable(f64()),
      min_latency: nullable(f64()),
      max_latency: nullable(f64()),
    }),
  ),
})
