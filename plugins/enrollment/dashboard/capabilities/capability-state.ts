import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { type Capability, capabilities, capabilityBits, defaultCapabilities, type Grant } from '@svc/protocol'

/** The fields of a record that concern capabilities. */
export type CapabilityFields = Pick<
  ServerRecord,
  'capabilities' | 'agent_local_capabilities' | 'effective_capabilities' | 'temporary' | 'has_token'
>

/** The state of a capability on a host. `temporary`: on until the grant expires. */
export type CapabilityState =
  | { readonly kind: 'on' }
  | { readonly kind: 'off' }
  | { readonly kind: 'temporary'; readonly grant: Grant }

/** The risk for a host if someone takes over this server. */
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

/** Capabilities by risk, the highest risk first. */
export const byRisk = risks.map((risk) => ({
  risk,
  capabilities: capabilities.filter((capability) => riskOf[capability] === risk),
}))

/** The effective capabilities as bits, as last reported by the agent. */
export const effectiveBits = (record: CapabilityFields): number =>
  record.effective_capabilities ?? record.agent_local_capabilities ?? record.capabilities

export function stateOf(record: CapabilityFields, capability: Capability): CapabilityState {
  if ((effectiveBits(record) & capabilityBits[capability]) === 0) return { kind: 'off' }
  const grant = record.temporary.find(({ cap }) => cap === capability)
  return grant ? { kind: 'temporary', grant } : { kind: 'on' }
}

export const isDefault = (capability: Capability): boolean => defaultCapabilities.includes(capability)
