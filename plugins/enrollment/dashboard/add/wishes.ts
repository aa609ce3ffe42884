import type { Capability } from '@svc/protocol'
import type { Wishes } from './install-command.js'

/** What somebody who controls this server could do to the host with a capability. */
export type Risk = 'high' | 'medium' | 'low'

interface Choice {
  readonly name: Capability
  readonly risk: Risk
  /** the agent has it on unless it is told otherwise */
  readonly standard: boolean
}

/** The dangerous ones first: they are why somebody opens the list. Kept equal to the protocol by a test. */
export const choices: readonly Choice[] = [
  { name: 'terminal', risk: 'high', standard: false },
  { name: 'exec', risk: 'high', standard: false },
  { name: 'file', risk: 'high', standard: false },
  { name: 'docker', risk: 'high', standard: false },
  { name: 'upgrade', risk: 'medium', standard: true },
  { name: 'firewall_block', risk: 'medium', standard: true },
  { name: 'security_events', risk: 'low', standard: true },
  { name: 'ping_icmp', risk: 'low', standard: true },
  { name: 'ping_tcp', risk: 'low', standard: true },
  { name: 'ping_http', risk: 'low', standard: true },
  { name: 'ip_quality', risk: 'low', standard: true },
]

export const noWishes: Wishes = { allow: [], deny: [] }

const standardOf = (name: Capability) => choices.some((choice) => choice.name === name && choice.standard)

export const isOn = (name: Capability, { allow, deny }: Wishes): boolean =>
  !deny.includes(name) && (standardOf(name) || allow.includes(name))

/** Only what differs from the standard is wished for, in the order of the list. */
export function withWish(wishes: Wishes, name: Capability, on: boolean): Wishes {
  const wanted = (choice: Choice) => (choice.name === name ? on : isOn(choice.name, wishes))
  const names = (keep: (choice: Choice) => boolean) => choices.filter(keep).map((choice) => choice.name)
  return {
    allow: names((choice) => wanted(choice) && !choice.standard),
    deny: names((choice) => !wanted(choice) && choice.standard),
  }
}
