import { closestMatch, didYouMean } from './closest-match.ts'
import { type ConfigKey, envName } from './fragment.ts'
import type { Source } from './sources.ts'
import { isTable } from './table.ts'

/** Plugins that are installed but not loaded, so their keys are unknown. */
export interface UnloadedPlugins {
  /** named in the warning: an unknown key may belong to one of them */
  readonly plugins: readonly string[]
  /** their configuration tables; keys in them raise no warning */
  readonly tables: readonly string[]
}

const isInside = (name: string, parents: readonly string[], separator: string): boolean =>
  parents.some((parent) => name === parent || name.startsWith(`${parent}${separator}`))

function* findUnknownKeys(
  table: Readonly<Record<string, unknown>>,
  parent: string,
  isKnown: (path: string) => boolean,
): Generator<string> {
  for (const [key, value] of Object.entries(table)) {
    const path = parent ? `${parent}.${key}` : key
    if (isKnown(path)) continue
    if (isTable(value)) yield* findUnknownKeys(value, path, isKnown)
    else yield path
  }
}

/** A warning for every configuration key and `SVC_` variable that nobody declared. */
export function unknownKeys(
  keys: readonly ConfigKey[],
  sources: readonly Source[],
  unloaded: UnloadedPlugins,
): string[] {
  const paths = new Set(keys.map((key) => key.path))
  const envNames = new Set(keys.map((key) => key.env))
  const unloadedEnvNames = unloaded.tables.map((table) => envName(table.split('.')))
  const isKnown = (path: string) => paths.has(path) || isInside(path, unloaded.tables, '.')
  const note =
    unloaded.plugins.length > 0 ? ` (it may belong to a plugin that is not loaded: ${unloaded.plugins.join(', ')})` : ''
  return sources.flatMap((source) => {
    if (source.kind === 'env') {
      return Object.keys(source.vars)
        .filter((name) => !envNames.has(name) && !isInside(name, unloadedEnvNames, '__'))
        .map((name) => `unknown environment variable ${name}${didYouMean(closestMatch(name, envNames))}${note}`)
    }
    return [...findUnknownKeys(source.table, '', isKnown)].map(
      (path) => `unknown configuration key ${path} in ${source.name}${didYouMean(closestMatch(path, paths))}${note}`,
    )
  })
}
