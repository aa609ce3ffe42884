import { randomUUID } from 'node:crypto'
import type { AgentParts, Logger } from '@svc/agent-sdk'
import { type Capability, type Payload, protocolVersion, SystemInfo, toMask } from '@svc/protocol'
import { fit } from './fit.js'
import { reasonOf } from './refusal.js'
import { within } from './within.js'

type Facts = Partial<Payload<typeof SystemInfo>>

export interface SystemInfoOptions {
  readonly facts: readonly NonNullable<AgentParts['facts']>[]
  readonly effective: ReadonlySet<Capability>
  readonly agentVersion: string
  readonly limitMs: number
  readonly log: Logger
}

/** Merges the facts of the plugins into `SystemInfo`. A plugin that fails or is late costs only its own facts. */
export async function readSystemInfo(options: SystemInfoOptions): Promise<Payload<typeof SystemInfo>> {
  const { facts, effective, agentVersion, limitMs, log } = options
  const merged: Facts = {}
  const all = facts.map(async (ask) => {
    try {
      Object.assign(merged, await ask())
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'facts about this host could not be read')
    }
  })
  await within(limitMs, Promise.all(all))
  return fit(SystemInfo.schema, {
    ...merged,
    msg_id: randomUUID(),
    agent_version: agentVersion,
    protocol_version: protocolVersion,
    agent_local_capabilities: toMask(effective),
  })
}
