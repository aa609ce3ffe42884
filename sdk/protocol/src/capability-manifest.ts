import { type Static, Type } from '@sinclair/typebox'
import {
  type Capability,
  capabilities,
  capabilityBits,
  defaultCapabilities,
  type ProtocolCapability,
} from './capability.ts'

/** The risk for a host if someone takes over the server. */
export const Risk = Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')])
export type Risk = Static<typeof Risk>

/** How pages name a capability, in one language. */
export const CapabilityTexts = Type.Object({
  name: Type.String(),
  /** fits in the head of a narrow column */
  short: Type.String(),
  /** a sentence on what it lets the server do */
  description: Type.String(),
})
export type CapabilityTexts = Static<typeof CapabilityTexts>

/** What package.json says about one capability: `svc.capabilities: { docker: { risk: 'high' } }`. */
export const CapabilityManifest = Type.Object({
  risk: Risk,
  /** for capabilities that the protocol does not define: on unless the host denies it */
  default: Type.Optional(Type.Boolean()),
  /** for capabilities that the protocol does not define: the number of its bit */
  bit: Type.Optional(Type.Integer({ minimum: 12, maximum: 31 })),
  /**
   * Requests that the agent answers with `CapabilityDenied` while the capability is off: message type, and the field that
   * identifies the request or null. In the manifest, because the plugin is not imported then.
   */
  denials: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
  /** by language; read from `capabilities` in the files `locales/<language>.json` of the package */
  texts: Type.Optional(Type.Record(Type.String(), CapabilityTexts)),
})
export type CapabilityManifest = Static<typeof CapabilityManifest>

/** A capability of this installation. */
export interface CapabilityFacts {
  readonly name: Capability
  /** its value in masks, for example 128 */
  readonly bit: number
  readonly risk: Risk
  readonly isDefault: boolean
  readonly texts: Readonly<Record<string, CapabilityTexts>>
  /** a plugin of the server that is on uses it; what nothing uses is not offered */
  readonly isUsed: boolean
}

/** The capabilities that the manifests of an installation declare. */
export interface CapabilityTable {
  /** the declared ones, in ascending bit order */
  readonly all: readonly CapabilityFacts[]
  /** the declared ones and those of the protocol, in ascending bit order */
  readonly names: readonly Capability[]
  /** Whether a name is in `names`. */
  has(name: string): boolean
  /** The value in masks; 0 for an unknown name. */
  bitOf(name: Capability): number
  /** The mask of a set of capabilities; unknown names are ignored. */
  toMask(names: Iterable<Capability>): number
  /** the bits of `names` */
  readonly mask: number
}

const isOfProtocol = (name: string): name is ProtocolCapability => Object.hasOwn(capabilityBits, name)

function factsOf(name: string, manifest: CapabilityManifest): Omit<CapabilityFacts, 'isUsed'> {
  const { risk, bit = 0, default: isDefault = false, texts = {} } = manifest
  return isOfProtocol(name)
    ? { name, bit: capabilityBits[name], risk, isDefault: defaultCapabilities.includes(name), texts }
    : { name, bit: (1 << bit) >>> 0, risk, isDefault, texts }
}

/**
 * Why a package cannot declare a capability beside those of `table`; undefined if it can. Several packages may declare the
 * same capability with the same facts.
 */
export function capabilityError(
  table: CapabilityTable,
  name: string,
  manifest: CapabilityManifest,
): string | undefined {
  const { bit, default: isDefault } = manifest
  if (isOfProtocol(name)) {
    if (bit !== undefined || isDefault !== undefined)
      return `the protocol defines bit and default of the capability ${name}; remove them`
  } else {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) return `the capability "${name}" is not named in snake_case`
    if (bit === undefined) return `the capability ${name} needs a bit from 12 to 31`
  }
  const facts = factsOf(name, manifest)
  const rival = table.all.find((other) => other.name === name || other.bit === facts.bit)
  if (!rival) return undefined
  if (rival.name !== name) return `the capability ${name} has bit ${bit}, which is that of ${rival.name}`
  const isSame = rival.bit === facts.bit && rival.risk === facts.risk && rival.isDefault === facts.isDefault
  return isSame ? undefined : `another package declares the capability ${name} with a different bit, risk or default`
}

/** The table of manifests that have no error beside each other. */
export function capabilityTable(
  manifests: Iterable<readonly [name: string, CapabilityManifest]>,
  isUsed: (name: string) => boolean = () => true,
): CapabilityTable {
  const byName = new Map<string, CapabilityFacts>()
  for (const [name, manifest] of manifests) {
    const facts = factsOf(name, manifest)
    // Of several packages with the same capability, one may have the texts.
    byName.set(name, { ...facts, isUsed: isUsed(name), texts: { ...byName.get(name)?.texts, ...facts.texts } })
  }
  const bitOf = (name: string) => byName.get(name)?.bit ?? (isOfProtocol(name) ? capabilityBits[name] : 0)
  const toMask = (names: Iterable<string>) => [...names].reduce((mask, name) => (mask | bitOf(name)) >>> 0, 0)
  const names = [...new Set([...capabilities, ...byName.keys()])].sort((a, b) => bitOf(a) - bitOf(b))
  return {
    all: names.flatMap((name) => byName.get(name) ?? []),
    names,
    has: (name) => bitOf(name) !== 0,
    bitOf,
    toMask,
    mask: toMask(names),
  }
}
