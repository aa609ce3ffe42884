import { type Capability, CapabilityDenied, encode } from '@svc/protocol'
import type { Candidate } from './discover.ts'

/** Makes the `CapabilityDenied` frame for a request; undefined if the protocol sends none for this type. */
export type DenialOf = (type: string, payload: Readonly<Record<string, unknown>>) => string | undefined

/** Denials as the manifests declare them, because a plugin whose capabilities are off is not imported. */
export function makeDenials(candidates: readonly Candidate[]): DenialOf {
  const rules = new Map<string, { capability: Capability; id: string | null }>()
  for (const { manifest } of candidates)
    for (const [capability, { denials = {} }] of manifest.capabilities)
      for (const [type, id] of Object.entries(denials)) rules.set(type, { capability, id })
  return (type, payload) => {
    const rule = rules.get(type)
    if (!rule) return undefined
    const id = rule.id === null ? null : payload[rule.id]
    return encode(CapabilityDenied, {
      msg_id: typeof id === 'string' ? id : null,
      session_id: null,
      capability: rule.capability,
      reason: 'agent_capability_disabled',
    })
  }
}
