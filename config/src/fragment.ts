import type { TObject, TSchema } from '@sinclair/typebox'
import { ConfigFault } from './fault.ts'

/** One configuration key. */
export interface Leaf {
  /** keys joined by dots, as in the specification */
  readonly path: string
  readonly schema: TSchema
  /** who declared it: a plugin, or the program itself */
  readonly owner: string
  /** where the value stands in the owner's slice */
  readonly local: readonly string[]
  /** name of the environment variable that sets it */
  readonly env: string
}

/** A fragment of the configuration with its owner. All its keys stand below `prefix`. */
export interface Fragment {
  readonly owner: string
  readonly schema: TObject | undefined
  readonly prefix?: readonly string[]
}

/** The environment variable of a key; `log.level` is `SVC_LOG__LEVEL`. */
export const envName = (path: readonly string[]): string =>
  `SVC_${path.map((part) => part.replaceAll('-', '_').toUpperCase()).join('__')}`

const isSection = (schema: TSchema): schema is TObject => schema.type === 'object' && schema.properties !== undefined

function* leavesOf(fragment: Fragment, schema: TObject, local: readonly string[]): Generator<Leaf> {
  for (const [key, child] of Object.entries(schema.properties)) {
    const here = [...local, key]
    if (isSection(child)) yield* leavesOf(fragment, child, here)
    else {
      const path = [...(fragment.prefix ?? []), ...here]
      yield { path: path.join('.'), schema: child, owner: fragment.owner, local: here, env: envName(path) }
    }
  }
}

/** All keys of all fragments. Two owners of one key are a mistake of programmers, so nothing starts. */
export function mergeFragments(fragments: readonly Fragment[]): Leaf[] {
  const leaves = new Map<string, Leaf>()
  for (const fragment of fragments) {
    if (!fragment.schema) continue
    for (const leaf of leavesOf(fragment, fragment.schema, [])) {
      const rival = [...leaves.values()].find(
        (other) =>
          other.path === leaf.path || other.path.startsWith(`${leaf.path}.`) || leaf.path.startsWith(`${other.path}.`),
      )
      if (rival) throw new ConfigFault(`${rival.owner} and ${leaf.owner} both own the configuration key ${leaf.path}`)
      leaves.set(leaf.path, leaf)
    }
  }
  return [...leaves.values()]
}
