import { OptionalKind } from '@sinclair/typebox'
import { sectionFaults, valueFaults } from './check.ts'
import type { Leaf } from './fragment.ts'
import { mentionsOf } from './mention.ts'
import { ruleOf } from './rule.ts'
import type { Source } from './sources.ts'
import { at } from './table.ts'

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) freeze(child)
  return Object.freeze(value)
}

function put(slice: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let section = slice
  for (const key of path.slice(0, -1)) {
    if (!Object.hasOwn(section, key)) section[key] = {}
    section = section[key] as Record<string, unknown>
  }
  if (value !== undefined) section[path.at(-1) as string] = value
}

/**
 * The slice of one owner, with the sentences that say what is wrong with it. Values that a later source overrides are
 * checked too: a wrong value is a mistake wherever it stands.
 */
export function evaluate(leaves: readonly Leaf[], sources: readonly Source[]): { slice: object; faults: string[] } {
  const slice: Record<string, unknown> = {}
  const faults = new Set<string>()
  for (const leaf of leaves) {
    const { path, schema, env, local } = leaf
    const mentions = mentionsOf(leaf, sources)
    const wrong = [...sectionFaults(leaf, sources), ...valueFaults(leaf, mentions)]
    for (const sentence of wrong) faults.add(sentence)
    const value = structuredClone(mentions.length > 0 ? mentions.at(-1)?.value : schema.default)
    put(slice, local, value)
    if (value === undefined && wrong.length === 0 && !(OptionalKind in schema)) {
      faults.add(`${path} is missing: it must be ${ruleOf(schema)}; set it in the configuration file or as ${env}`)
    }
  }
  return { slice: freeze(slice), faults: [...faults] }
}

/** The same slice for the log, without its secrets. */
export function redactedSlice(leaves: readonly Leaf[], slice: object): Record<string, unknown> {
  return Object.fromEntries(
    leaves.map((leaf) => [leaf.path, leaf.schema.secret ? '[redacted]' : at(slice, leaf.local)]),
  )
}
