import type { Capability } from '../capabilities/capabilities.ts'
import type { CapabilityOverrides } from './install-command.ts'

export const noOverrides: CapabilityOverrides = { allow: [], deny: [] }

type Option = Pick<Capability, 'name' | 'default'>

export const isOn = ({ name, default: isDefault }: Option, { allow, deny }: CapabilityOverrides): boolean =>
  !deny.includes(name) && (isDefault || allow.includes(name))

/** Switches a capability on or off; keeps only what differs from the defaults. */
export function withOverride({ allow, deny }: CapabilityOverrides, option: Option, on: boolean): CapabilityOverrides {
  const without = (names: readonly string[]) => names.filter((name) => name !== option.name)
  return {
    allow: on && !option.default ? [...without(allow), option.name] : without(allow),
    deny: !on && option.default ? [...without(deny), option.name] : without(deny),
  }
}
