import { envName, type Leaf } from './fragment.ts'
import { meant, nearest } from './nearest.ts'
import type { Source } from './sources.ts'
import { isTable } from './table.ts'

/** Plugins that are installed and not loaded: what their keys are is not known. */
export interface Idle {
  /** for the sentence: an unknown key may belong to one of them */
  readonly plugins: readonly string[]
  /** tables known to be theirs: nothing in them is a mistake */
  readonly tables: readonly string[]
}

const isBelow = (path: string, tables: readonly string[], mark: string): boolean =>
  tables.some((table) => path === table || path.startsWith(`${table}${mark}`))

/** The keys of a table that `isKnown` does not know; what is inside a known one is its own business. */
function* strangers(
  table: Readonly<Record<string, unknown>>,
  path: string,
  isKnown: (path: string) => boolean,
): Generator<string> {
  for (const [key, value] of Object.entries(table)) {
    const here = path ? `${path}.${key}` : key
    if (isKnown(here)) continue
    if (isTable(value)) yield* strangers(value, here, isKnown)
    else yield here
  }
}

/** A sentence for every key and every `SVC_` name that nobody owns. */
export function unknownKeys(leaves: readonly Leaf[], sources: readonly Source[], idle: Idle): string[] {
  const paths = new Set(leaves.map((leaf) => leaf.path))
  const names = new Set(leaves.map((leaf) => leaf.env))
  const idleNames = idle.tables.map((table) => envName(table.split('.')))
  const unless =
    idle.plugins.length > 0 ? ` (unless it belongs to a plugin that is not loaded: ${idle.plugins.join(', ')})` : ''
  const isKnown = (path: string) => paths.has(path) || isBelow(path, idle.tables, '.')
  return sources.flatMap((source) => {
    if (source.kind === 'env') {
      return Object.keys(source.vars)
        .filter((name) => !names.has(name) && !isBelow(name, idleNames, '__'))
        .map((name) => `environment variable ${name} sets no known key${meant(nearest(name, names))}${unless}`)
    }
    return [...strangers(source.table, '', isKnown)].map(
      (path) => `${path} in ${source.name} is no known key${meant(nearest(path, paths))}${unless}`,
    )
  })
}
