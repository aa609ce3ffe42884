import { closestMatch } from '@svc/config'
import { type Capability, capabilities, defaultCapabilities, isCapability } from '@svc/protocol'
import { Refusal } from './refusal.ts'

/** A capability name as someone wrote it, and where. */
export interface Mention {
  readonly name: string
  /** for the error sentence: `capabilities.allow in agent.toml`, `--deny-cap` */
  readonly source: string
}

/** An unknown name is refused, with the nearest one that is known. */
export function known({ name, source }: Mention): Capability {
  if (isCapability(name)) return name
  const hint = closestMatch(name, capabilities)
  const wanted = hint ? `did you mean ${hint}?` : `known are ${capabilities.join(', ')}`
  throw new Refusal(`${source} names "${name}", which is not a capability; ${wanted}`)
}

/** The capabilities that were named. */
export const namesOf = (mentions: readonly Mention[]): ReadonlySet<Capability> => new Set(mentions.map(known))

/**
 * What the host permits: the default set, plus every allow, minus every deny, whatever file or flag each came from.
 * A deny therefore always wins. An unknown name is refused: a mistyped deny must not leave the capability on.
 */
export function decidePolicy(allow: readonly Mention[], deny: readonly Mention[]): ReadonlySet<Capability> {
  const permitted = new Set<Capability>([...defaultCapabilities, ...allow.map(known)])
  for (const name of deny.map(known)) permitted.delete(name)
  return permitted
}
