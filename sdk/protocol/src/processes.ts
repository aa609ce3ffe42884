import { type Static, Type } from '@sinclair/typebox'
import { defineMessage } from './message.ts'
import { f64, nullable, str, u32, u64, unixSeconds } from './types.ts'

/** How many processes one `Processes` may list: the union of the top 20 by CPU and the top 20 by memory. */
export const mostProcesses = 40
/** UTF-16 code units of the name of a process or of its user. */
export const longestProcessText = 64

const members = {
  pid: u32(),
  /** of the program, never its arguments or environment: those hold secrets */
  name: Type.String({ maxLength: longestProcessText }),
  user: nullable(Type.String({ maxLength: longestProcessText })),
  /** percent of one core since the message before */
  cpu: f64(),
  /** bytes, resident */
  mem: u64(),
  threads: nullable(u32()),
  started: nullable(unixSeconds()),
}

/** One process at the moment of the message. */
export const Process = Type.Object(members)
export type Process = Static<typeof Process>

const list = {
  /** all that the agent can see, without the threads of the kernel */
  total: u32(),
  /** the host hides processes of others from the agent: neither `total` nor the list are the whole */
  partial: nullable(Type.Boolean()),
  processes: Type.Array(Process, { maxItems: mostProcesses }),
}

/**
 * Server to agent: somebody watches the processes of this host. Repeated while that is so, at least once a minute; an
 * agent that was not asked again for 90 seconds stops by itself.
 */
export const ProcessesStart = defineMessage('processes_start', {})
/** Server to agent: nobody watches any more. */
export const ProcessesStop = defineMessage('processes_stop', {})
/** Agent to server, about every three seconds between `ProcessesStart` and `ProcessesStop`. */
export const Processes = defineMessage('processes', list)
/** Agent to server, instead of `Processes`: what was asked for cannot be read on this host. */
export const AgentProcessesUnavailable = defineMessage('processes_unavailable', {})

/** Browser to server: show me the processes of this server until I unsubscribe or leave. */
export const ProcessesSubscribe = defineMessage('processes_subscribe', { server_id: str() })
/** Browser to server: the end of `ProcessesSubscribe`. */
export const ProcessesUnsubscribe = defineMessage('processes_unsubscribe', { server_id: str() })
/** Server to browser, only to those that subscribed. */
export const ProcessesUpdate = defineMessage('processes_update', { server_id: str(), ...list })
/** Server to browser: nothing comes for now; `ProcessesUpdate` follows by itself when that changes. */
export const ProcessesUnavailable = defineMessage('processes_unavailable', {
  server_id: str(),
  reason: Type.Union([Type.Literal('offline'), Type.Literal('denied'), Type.Literal('unsupported')]),
})
