import { randomUUID } from 'node:crypto'
import type { AgentParts, Logger } from '@svc/agent-sdk'
import { type Capability, type Payload, protocolVersion, SystemInfo, toMask } from '@svc/protocol'
import { fit } from './fit.ts'
import { reasonOf } from './refusal.ts'
import { within } from './within.ts'

type Facts = Partial<Payload<typeof SystemInfo>>
type Ask = NonNullable<AgentParts['facts']>

export interface SystemInfoOptions {
  /** of the plugins that run now */
  facts(): readonly Ask[]
  readonly effective: ReadonlySet<Capability>
  /** the temporary grants among the effective capabilities */
  temporary(): Payload<typeof SystemInfo>['temporary']
  readonly agentVersion: string
  readonly limitMs: number
  readonly log: Logger
}

/** Tells what this host is, for the connection that ends with `signal`. */
export type Introduce = (signal: AbortSignal, tell: (info: Payload<typeof SystemInfo>) => void) => Promise<void>

/**
 * Merges the facts of the plugins into `SystemInfo`. A plugin that fails or is late costs nobody else's facts; its own
 * are those of an earlier connection until then, and late ones are told in another `SystemInfo`.
 */
export function makeIntroduction(options: SystemInfoOptions): Introduce {
  const { facts, effective, temporary, agentVersion, limitMs, log } = options
  const known = new WeakMap<Ask, Facts>()
  const compose = () =>
    fit(SystemInfo.schema, {
      ...Object.assign({}, ...facts().map((ask) => known.get(ask))),
      msg_id: randomUUID(),
      agent_version: agentVersion,
      protocol_version: protocolVersion,
      agent_local_capabilities: toMask(effective),
      temporary: temporary(),
    })

  return async (signal, tell) => {
    let isTold = false
    const all = facts().map(async (ask) => {
      try {
        const found = await ask()
        // The next connection asks anew; what it learned must not be replaced by something older.
        if (signal.aborted) return
        known.set(ask, { ...known.get(ask), ...found })
        if (isTold) tell(compose())
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'facts about this host could not be read')
      }
    })
    await within(limitMs, Promise.all(all))
    if (signal.aborted) return
    isTold = true
    tell(compose())
  }
}
