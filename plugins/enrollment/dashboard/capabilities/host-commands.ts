import type { Capability } from '@svc/protocol'
import { type CapabilityState, isDefault } from './capability-state.ts'

/** A command to run, or a setting to change, on the host; `text` is the key of its explanation. */
export interface HostStep {
  readonly text: 'grant' | 'extend' | 'revoke' | 'allow' | 'deny' | 'undeny'
  readonly command: string
}

const grant = (capability: Capability) => `sudo svc-agent grant ${capability} --for 30m`
const listed = (list: 'allow' | 'deny', capability: Capability) => `[capabilities]\n${list} = ["${capability}"]`

/** How to change a capability in this state on the host. */
export function hostSteps(capability: Capability, { kind }: CapabilityState): readonly HostStep[] {
  if (kind === 'temporary') {
    return [
      { text: 'extend', command: grant(capability) },
      { text: 'revoke', command: `sudo svc-agent revoke ${capability}` },
    ]
  }
  if (kind === 'on') return [{ text: 'deny', command: listed('deny', capability) }]
  // On by default but off: the host denies it or does not support it, and a grant cannot override that.
  if (isDefault(capability)) return [{ text: 'undeny', command: 'grep -n -A 3 capabilities /etc/svc/agent.toml' }]
  return [
    { text: 'grant', command: grant(capability) },
    { text: 'allow', command: listed('allow', capability) },
  ]
}
