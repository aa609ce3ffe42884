import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.mjs'

const ignored = new Set(['node_modules', 'dist', '.vite'])

/**
 * The files below a path of the repository, in a stable order.
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .filter((name) => !ignored.has(name) && !name.endsWith('.tsbuildinfo'))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}

/**
 * A hash of the names and contents of all files below `paths`.
 * @param {string[]} paths
 */
export function treeHash(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesOf))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
