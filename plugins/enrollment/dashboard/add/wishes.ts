import { type Capability, defaultCapabilities } from '@svc/protocol'
import { byRisk, type Risk } from '../capabilities/capability-state.ts'
import type { Wishes } from './install-command.ts'

interface Choice {
  readonly name: Capability
  readonly risk: Risk
  /** the agent has it on unless it is told otherwise */
  readonly standard: boolean
}

/** The dangerous ones first: they are why somebody opens the list. */
export const choices: readonly Choice[] = byRisk.flatMap(({ risk, capabilities }) =>
  capabilities.map((name) => ({ name, risk, standard: defaultCapabilities.includes(name) })),
)

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
