import { type Capability, CapabilityDenied, encode } from '@svc/protocol'

interface Answered {
  readonly capability: Capability
  /** the member that identifies the request; null where the wire sends none */
  readonly id: string | null
}

/**
 * The requests that are refused with `CapabilityDenied` (contract "wire", 2.11). They are known by name here because
 * their plugin is not even imported on a host that denies it. Files and terminals refuse in their own words, Docker
 * and the firewall stay silent.
 */
const answered: Readonly<Record<string, Answered>> = {
  exec: { capability: 'exec', id: 'task_id' },
  upgrade: { capability: 'upgrade', id: null },
  traceroute: { capability: 'ping_icmp', id: 'request_id' },
}

/** The frame that refuses a message of this type; undefined where the wire wants silence. */
export function denialOf(type: string, payload: Readonly<Record<string, unknown>>): string | undefined {
  if (!Object.hasOwn(answered, type)) return undefined
  const { capability, id } = answered[type] as Answered
  const value = id === null ? null : payload[id]
  return encode(CapabilityDenied, {
    msg_id: typeof value === 'string' ? value : null,
    session_id: null,
    capability,
    reason: 'agent_capability_disabled',
  })
}
