import { type Capability, CapabilityDenied, encode } from '@svc/protocol'

interface DenialRule {
  readonly capability: Capability
  /** the field that identifies the request; null if there is none */
  readonly id: string | null
}

/**
 * Requests answered with `CapabilityDenied` if their capability is off. They are listed by name because the plugin is not
 * imported in that case. Files and terminals have error messages of their own; Docker and the firewall send nothing.
 */
const rules: Readonly<Record<string, DenialRule>> = {
  exec: { capability: 'exec', id: 'task_id' },
  upgrade: { capability: 'upgrade', id: null },
  traceroute: { capability: 'ping_icmp', id: 'request_id' },
}

/** The `CapabilityDenied` frame for a request; undefined if the protocol sends none for this type. */
export function denialOf(type: string, payload: Readonly<Record<string, unknown>>): string | undefined {
  if (!Object.hasOwn(rules, type)) return undefined
  const { capability, id } = rules[type] as DenialRule
  const value = id === null ? null : payload[id]
  return encode(CapabilityDenied, {
    msg_id: typeof value === 'string' ? value : null,
    session_id: null,
    capability,
    reason: 'agent_capability_disabled',
  })
}
