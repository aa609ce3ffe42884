import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents with mode 0700 if they are missing. Not a recursive mkdir: that one never returned
 * where folders cannot be created, as below /proc.
 */
export function ensureFolder(path: string): void {
  if (existsSync(path)) return
  ensureFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
