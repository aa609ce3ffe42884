import { type Capability, defaultCapabilities } from '@svc/protocol'
import { byRisk, type Risk } from '../capabilities/capability-state.ts'
import type { CapabilityOverrides } from './install-command.ts'

interface Option {
  readonly name: Capability
  readonly risk: Risk
  /** on by default */
  readonly isDefault: boolean
}

/** The riskiest first. */
export const options: readonly Option[] = byRisk.flatMap(({ risk, capabilities }) =>
  capabilities.map((name) => ({ name, risk, isDefault: defaultCapabilities.includes(name) })),
)

export const noOverrides: CapabilityOverrides = { allow: [], deny: [] }

export const isOn = (name: Capability, { allow, deny }: CapabilityOverrides): boolean =>
  !deny.includes(name) && (defaultCapabilities.includes(name) || allow.includes(name))

/** Switches a capability on or off; keeps only what differs from the defaults. */
export function withOverride(overrides: CapabilityOverrides, name: Capability, on: boolean): CapabilityOverrides {
  const isSelected = (option: Option) => (option.name === name ? on : isOn(option.name, overrides))
  const namesWhere = (matches: (option: Option) => boolean) => options.filter(matches).map((option) => option.name)
  return {
    allow: namesWhere((option) => isSelected(option) && !option.isDefault),
    deny: namesWhere((option) => !isSelected(option) && option.isDefault),
  }
}
