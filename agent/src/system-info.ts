import { randomUUID } from 'node:crypto'
import type { AgentParts, Logger } from '@svc/agent-sdk'
import { type Capability, type Payload, protocolVersion, SystemInfo } from '@svc/protocol'
import { capabilityTable } from './capabilities.ts'
import { reasonOf } from './fatal-error.ts'
import { sanitize } from './sanitize.ts'
import { waitAtMost } from './wait.ts'

type Facts = Partial<Payload<typeof SystemInfo>>
type GetFacts = NonNullable<AgentParts['facts']>

export interface SystemInfoOptions {
  /** the fact providers of the running plugins */
  facts(): readonly GetFacts[]
  /** the features of the running plugins */
  features(): string[]
  readonly effective: ReadonlySet<Capability>
  /** the temporary grants of effective capabilities */
  temporary(): Payload<typeof SystemInfo>['temporary']
  readonly agentVersion: string
  readonly timeoutMs: number
  readonly log: Logger
}

/** Sends `SystemInfo`, and again if facts arrive late, until `signal` aborts. */
export type SendSystemInfo = (signal: AbortSignal, send: (info: Payload<typeof SystemInfo>) => void) => Promise<void>

/**
 * Merges the facts of all plugins into `SystemInfo`. For plugins that fail or exceed the timeout, the facts of an earlier
 * connection are sent; late facts are sent in another `SystemInfo`.
 */
export function makeSystemInfoSender(options: SystemInfoOptions): SendSystemInfo {
  const { facts, features, effective, temporary, agentVersion, timeoutMs, log } = options
  const cache = new WeakMap<GetFacts, Facts>()
  const compose = () =>
    sanitize(SystemInfo.schema, {
      ...Object.assign({}, ...facts().map((getFacts) => cache.get(getFacts))),
      msg_id: randomUUID(),
      agent_version: agentVersion,
      protocol_version: protocolVersion,
      features: features(),
      agent_local_capabilities: capabilityTable.toMask(effective),
      temporary: temporary(),
    })

  return async (signal, send) => {
    let isSent = false
    const all = facts().map(async (getFacts) => {
      try {
        const found = await getFacts()
        // The next connection reads the facts again; do not overwrite them with older ones.
        if (signal.aborted) return
        cache.set(getFacts, { ...cache.get(getFacts), ...found })
        if (isSent) send(compose())
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'failed to read facts about this host')
      }
    })
    await waitAtMost(timeoutMs, Promise.all(all))
    if (signal.aborted) return
    isSent = true
    send(compose())
  }
}
