import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, f64, nullish, str, u32, u64, unixSeconds } from '@svc/protocol'

/** Max number of processes in one list: the top 20 by CPU and the top 20 by memory, merged. The server cuts longer lists. */
export const maxProcesses = 40
/** Max length of process and user names, in UTF-16 code units. The server cuts longer ones. */
export const maxProcessTextLength = 64

/** Max length of command lines. */
export const maxCommandLength = 256

const fields = {
  pid: u32(),
  /** the program name */
  name: str(),
  user: nullish(str()),
  /** percent of one core since the previous message */
  cpu: f64(),
  /** resident bytes */
  mem: u64(),
  threads: nullish(u32()),
  started: nullish(unixSeconds()),
  /** with masked secrets; null if the host does not allow it, absent from older agents */
  command: nullish(str()),
  /** name or the start of the id of its container */
  container: nullish(str()),
}

/** One process. */
export const Process = Type.Object(fields)
export type Process = Static<typeof Process>

const listFields = {
  /** all processes visible to the agent, without kernel threads */
  total: u32(),
  /** the host hides processes of other users, so `total` and the list are incomplete */
  partial: nullish(Type.Boolean()),
  processes: Type.Array(Process),
}

/**
 * Server to agent: start sending processes. Repeated at least once a minute while someone is watching; agents stop
 * after 90 seconds without it.
 */
export const ProcessesStart = defineMessage('processes_start', {})
/** Server to agent: stop sending processes. */
export const ProcessesStop = defineMessage('processes_stop', {})
/** Agent to server, about every three seconds between `ProcessesStart` and `ProcessesStop`. */
export const Processes = defineMessage('processes', listFields)
/** Agent to server, instead of `Processes`: processes cannot be listed on this host. */
export const AgentProcessesUnavailable = defineMessage('processes_unavailable', {})

/** Browser to server: subscribe to the processes of this server, until unsubscribed or disconnected. */
export const ProcessesSubscribe = defineMessage('processes_subscribe', { server_id: str() })
/** Browser to server: end the subscription. */
export const ProcessesUnsubscribe = defineMessage('processes_unsubscribe', { server_id: str() })
/** Server to browser: sent to subscribers only. */
export const ProcessesUpdate = defineMessage('processes_update', { server_id: str(), ...listFields })
/** Server to browser: no processes for now. `ProcessesUpdate` follows when they become available. */
export const ProcessesUnavailable = defineMessage('processes_unavailable', {
  server_id: str(),
  reason: Type.Union([Type.Literal('offline'), Type.Literal('denied'), Type.Literal('unsupported')]),
})
