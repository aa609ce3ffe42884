import { type Capability, capabilityBits } from '@svc/protocol'

/** What the record of a server says about capabilities; the first that is known counts. */
export interface Capable {
  readonly effective_capabilities: number | null
  readonly agent_local_capabilities: number | null
  readonly capabilities: number
  readonly has_token: boolean
}

const needed: Readonly<Record<string, Capability>> = { icmp: 'ping_icmp', tcp: 'ping_tcp', http: 'ping_http' }

/** The capability that a probe of this type needs and the agent does not have; undefined when it has it, or nobody knows. */
export function missingCapability(record: Capable | undefined, probeType: string): Capability | undefined {
  const capability = needed[probeType]
  if (!record?.has_token || !capability) return undefined
  const mask = record.effective_capabilities ?? record.agent_local_capabilities ?? record.capabilities
  return (mask & capabilityBits[capability]) === 0 ? capability : undefined
}
