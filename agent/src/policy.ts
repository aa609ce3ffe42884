import { closestMatch } from '@svc/config'
import { type Capability, defaultCapabilities } from '@svc/protocol'
import { capabilityTable, isComplete } from './capabilities.ts'
import { FatalError } from './fatal-error.ts'

/** A capability name from an allow or deny list. */
export interface PolicyEntry {
  readonly name: string
  /** for error messages: `capabilities.allow in agent.toml`, `--deny-cap` */
  readonly source: string
}

/**
 * Throws `FatalError` for an unknown name, with the closest match. While a plugin of this host cannot be used, a name that
 * resembles no other may be its own, and must not keep the agent from starting.
 */
export function parseCapability({ name, source }: PolicyEntry): Capability {
  if (capabilityTable.has(name)) return name
  const match = closestMatch(name, capabilityTable.names)
  if (!match && !isComplete) return name
  const hint = match ? `did you mean ${match}?` : `the capabilities are ${capabilityTable.names.join(', ')}`
  throw new FatalError(`unknown capability "${name}" in ${source}; ${hint}`)
}

export const parseCapabilities = (entries: readonly PolicyEntry[]): ReadonlySet<Capability> =>
  new Set(entries.map(parseCapability))

/**
 * The permitted capabilities: the default set, plus every allow, minus every deny, wherever each comes from, so a deny
 * always wins. Unknown names are errors: a mistyped deny must not leave the capability on.
 */
export function decidePolicy(allow: readonly PolicyEntry[], deny: readonly PolicyEntry[]): ReadonlySet<Capability> {
  const defaults = capabilityTable.all.filter(({ isDefault }) => isDefault).map(({ name }) => name)
  const permitted = new Set<Capability>([...defaultCapabilities, ...defaults, ...allow.map(parseCapability)])
  for (const name of deny.map(parseCapability)) permitted.delete(name)
  return permitted
}
