import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { type Capability, capabilities, capabilityBits, defaultCapabilities, type Grant } from '@svc/protocol'

/** What a record says about capabilities. */
export type Capable = Pick<
  ServerRecord,
  'capabilities' | 'agent_local_capabilities' | 'effective_capabilities' | 'temporary' | 'has_token'
>

/** What a capability is on a host. `temporary`: on until the grant ends. */
export type CapabilityState =
  | { readonly kind: 'on' }
  | { readonly kind: 'off' }
  | { readonly kind: 'temporary'; readonly grant: Grant }

/** What someone could do who got hold of the server. */
export const risks = ['high', 'medium', 'low'] as const
export type Risk = (typeof risks)[number]

const riskOf: Readonly<Record<Capability, Risk>> = {
  terminal: 'high',
  exec: 'high',
  file: 'high',
  docker: 'high',
  firewall_block: 'medium',
  ip_quality: 'medium',
  upgrade: 'low',
  ping_icmp: 'low',
  ping_tcp: 'low',
  ping_http: 'low',
  security_events: 'low',
  processes: 'low',
}

/** The capabilities of each risk, the highest first. */
export const byRisk = risks.map((risk) => ({
  risk,
  capabilities: capabilities.filter((capability) => riskOf[capability] === risk),
}))

/** The effective mask: as the agent reported it now, or last. */
export const maskOf = (record: Capable): number =>
  record.effective_capabilities ?? record.agent_local_capabilities ?? record.capabilities

export function stateOf(record: Capable, capability: Capability): CapabilityState {
  if ((maskOf(record) & capabilityBits[capability]) === 0) return { kind: 'off' }
  const grant = record.temporary.find(({ cap }) => cap === capability)
  return grant ? { kind: 'temporary', grant } : { kind: 'on' }
}

export const isDefault = (capability: Capability): boolean => defaultCapabilities.includes(capability)
