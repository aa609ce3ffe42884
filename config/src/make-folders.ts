import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder that a setting names, and those above it, for the owner only; what exists stays as it is. Level by
 * level: the recursive mkdir of Node 20 never returns where missing entries cannot be made, as under /proc.
 */
export function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
