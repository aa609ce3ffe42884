import type { Capability } from '@svc/protocol'
import { type CapabilityState, isDefault } from './capability-state.ts'

/** A step that someone takes on the host; `text` names the explanation, `command` is what to copy. */
export interface HostStep {
  readonly text: 'grant' | 'extend' | 'revoke' | 'allow' | 'deny' | 'undeny'
  readonly command: string
}

const grant = (capability: Capability) => `sudo svc-agent grant ${capability} --for 30m`
const listed = (list: 'allow' | 'deny', capability: Capability) => `[capabilities]\n${list} = ["${capability}"]`

/** What can be done on the host about a capability that is in this state. */
export function hostSteps(capability: Capability, { kind }: CapabilityState): readonly HostStep[] {
  if (kind === 'temporary') {
    return [
      { text: 'extend', command: grant(capability) },
      { text: 'revoke', command: `sudo svc-agent revoke ${capability}` },
    ]
  }
  if (kind === 'on') return [{ text: 'deny', command: listed('deny', capability) }]
  // Off although it is on by default: the host denies it or cannot do it, and no grant overrides either.
  if (isDefault(capability)) return [{ text: 'undeny', command: 'grep -n -A 3 capabilities /etc/svc/agent.toml' }]
  return [
    { text: 'grant', command: grant(capability) },
    { text: 'allow', command: listed('allow', capability) },
  ]
}
