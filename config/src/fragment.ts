import type { TObject, TSchema } from '@sinclair/typebox'
import { ConfigError } from './config-error.ts'

/** A configuration key. */
export interface ConfigKey {
  /** dotted path, for example `log.level` */
  readonly path: string
  readonly schema: TSchema
  /** who declared it: a plugin or the program itself */
  readonly owner: string
  /** path of the value in the owner's slice */
  readonly slicePath: readonly string[]
  /** the environment variable that sets it */
  readonly env: string
}

/** The configuration keys of one owner. All of them are below `prefix`. */
export interface Fragment {
  readonly owner: string
  readonly schema: TObject | undefined
  readonly prefix?: readonly string[]
}

/** The environment variable of a key; `log.level` is `SVC_LOG__LEVEL`. */
export const envName = (path: readonly string[]): string =>
  `SVC_${path.map((part) => part.replaceAll('-', '_').toUpperCase()).join('__')}`

const isSection = (schema: TSchema): schema is TObject => schema.type === 'object' && schema.properties !== undefined

function* keysOf(fragment: Fragment, schema: TObject, parents: readonly string[]): Generator<ConfigKey> {
  for (const [name, child] of Object.entries(schema.properties)) {
    const slicePath = [...parents, name]
    if (isSection(child)) {
      yield* keysOf(fragment, child, slicePath)
    } else {
      const path = [...(fragment.prefix ?? []), ...slicePath]
      yield { path: path.join('.'), schema: child, owner: fragment.owner, slicePath, env: envName(path) }
    }
  }
}

/** All keys of all fragments. Throws a `ConfigError` if two owners declare the same key. */
export function mergeFragments(fragments: readonly Fragment[]): ConfigKey[] {
  const keys = new Map<string, ConfigKey>()
  for (const fragment of fragments) {
    if (!fragment.schema) continue
    for (const key of keysOf(fragment, fragment.schema, [])) {
      const conflict = [...keys.values()].find(
        ({ path }) => path === key.path || path.startsWith(`${key.path}.`) || key.path.startsWith(`${path}.`),
      )
      if (conflict) {
        throw new ConfigError(`${conflict.owner} and ${key.owner} both declare the configuration key ${key.path}`)
      }
      keys.set(key.path, key)
    }
  }
  return [...keys.values()]
}
