import type { Capability } from './capabilities.ts'
import type { CapabilityState } from './capability-state.ts'

/** A command to run, or a setting to change, on the host; `text` is the key of its explanation. */
export interface HostStep {
  readonly text: 'grant' | 'extend' | 'revoke' | 'allow' | 'deny' | 'undeny'
  readonly command: string
}

const grant = (name: string) => `sudo svc-agent grant ${name} --for 30m`
const listed = (list: 'allow' | 'deny', name: string) => `[capabilities]\n${list} = ["${name}"]`

/** How to change a capability in this state on the host. */
export function hostSteps(
  { name, default: isDefault }: Pick<Capability, 'name' | 'default'>,
  { kind }: CapabilityState,
): readonly HostStep[] {
  if (kind === 'temporary') {
    return [
      { text: 'extend', command: grant(name) },
      { text: 'revoke', command: `sudo svc-agent revoke ${name}` },
    ]
  }
  if (kind === 'on') return [{ text: 'deny', command: listed('deny', name) }]
  // On by default but off: the host denies it or does not support it, and a grant cannot override that.
  if (isDefault) return [{ text: 'undeny', command: 'grep -n -A 3 capabilities /etc/svc/agent.toml' }]
  return [
    { text: 'grant', command: grant(name) },
    { text: 'allow', command: listed('allow', name) },
  ]
}
