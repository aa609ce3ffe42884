import type { Leaf } from './fragment.js'
import { meant, nearest } from './nearest.js'
import type { Source } from './sources.js'

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

function* keysOf(
  table: Readonly<Record<string, unknown>>,
  path: string,
  known: ReadonlySet<string>,
): Generator<string> {
  for (const [key, value] of Object.entries(table)) {
    const here = path ? `${path}.${key}` : key
    if (isTable(value) && !known.has(here)) yield* keysOf(value, here, known)
    else yield here
  }
}

/**
 * A sentence for every key that nobody owns. `idle` are plugins that are installed and not loaded: their keys are
 * unknown as well, so the sentence says so.
 */
export function unknownKeys(leaves: readonly Leaf[], sources: readonly Source[], idle: readonly string[]): string[] {
  const paths = new Set(leaves.map((leaf) => leaf.path))
  const names = new Set(leaves.map((leaf) => leaf.env))
  const unless = idle.length > 0 ? ` (unless it belongs to a plugin that is not loaded: ${idle.join(', ')})` : ''
  return sources.flatMap((source) => {
    if (source.kind === 'env') {
      return Object.keys(source.vars)
        .filter((name) => !names.has(name))
        .map((name) => `environment variable ${name} sets no known key${meant(nearest(name, names))}${unless}`)
    }
    return [...keysOf(source.table, '', paths)]
      .filter((path) => !paths.has(path) && !idle.some((plugin) => path.startsWith(`plugins.${plugin}.`)))
      .map((path) => `${path} in ${source.name} is no known key${meant(nearest(path, paths))}${unless}`)
  })
}
