import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { Grant } from '@svc/protocol'
import type { Capability } from './capabilities.ts'

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

/** The effective capabilities as bits, as last reported by the agent. */
export const effectiveBits = (record: CapabilityFields): number =>
  record.effective_capabilities ?? record.agent_local_capabilities ?? record.capabilities

export function stateOf(record: CapabilityFields, { name, bit }: Pick<Capability, 'name' | 'bit'>): CapabilityState {
  if ((effectiveBits(record) & bit) === 0) return { kind: 'off' }
  const grant = record.temporary.find(({ cap }) => cap === name)
  return grant ? { kind: 'temporary', grant } : { kind: 'on' }
}
