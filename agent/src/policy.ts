import { closestMatch } from '@svc/config'
import { type Capability, capabilities, defaultCapabilities, isCapability } from '@svc/protocol'
import { FatalError } from './fatal-error.ts'

/** A capability name from an allow or deny list. */
export interface PolicyEntry {
  readonly name: string
  /** for error messages: `capabilities.allow in agent.toml`, `--deny-cap` */
  readonly source: string
}

/** Throws `FatalError` for an unknown name, with the closest match. */
export function parseCapability({ name, source }: PolicyEntry): Capability {
  if (isCapability(name)) return name
  const match = closestMatch(name, capabilities)
  const hint = match ? `did you mean ${match}?` : `the capabilities are ${capabilities.join(', ')}`
  throw new FatalError(`unknown capability "${name}" in ${source}; ${hint}`)
}

export const parseCapabilities = (entries: readonly PolicyEntry[]): ReadonlySet<Capability> =>
  new Set(entries.map(parseCapability))

/**
 * The permitted capabilities: the default set, plus every allow, minus every deny, wherever each comes from, so a deny
 * always wins. Unknown names are errors: a mistyped deny must not leave the capability on.
 */
export function decidePolicy(allow: readonly PolicyEntry[], deny: readonly PolicyEntry[]): ReadonlySet<Capability> {
  const permitted = new Set<Capability>([...defaultCapabilities, ...allow.map(parseCapability)])
  for (const name of deny.map(parseCapability)) permitted.delete(name)
  return permitted
}
