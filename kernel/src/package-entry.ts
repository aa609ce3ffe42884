import { resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const conditions = new Set(['node', 'import', 'default'])

/** The first target of an `exports` entry that matches an import in Node. */
function target(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  if (typeof entry !== 'object' || entry === null) return undefined
  for (const [key, value] of Object.entries(entry)) {
    const found = conditions.has(key) ? target(value) : undefined
    if (found) return found
  }
  return undefined
}

/** The URL of a package's entry according to its package.json. An entry outside the package is an error. */
export function packageEntry(folder: string, json: object): string {
  const { exports, main } = json as { exports?: unknown; main?: unknown }
  const root = typeof exports === 'object' && exports !== null && '.' in exports ? exports['.'] : exports
  const entry = target(root) ?? (typeof main === 'string' ? main : 'index.js')
  const file = resolve(folder, entry)
  if (!file.startsWith(folder + sep)) throw new Error(`its entry ${entry} is outside of its package`)
  return pathToFileURL(file).href
}
