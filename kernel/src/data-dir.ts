import { accessSync, constants, existsSync, mkdirSync, opendirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { BootError } from './boot-error.js'

/** Level by level: recursive mkdir of Node 20 never returns where missing entries cannot be made, as under /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** Makes the data directory and returns its absolute path. It holds credentials, so only the owner may look. */
export function prepareDataDir(dir: string): string {
  const path = resolve(dir)
  try {
    makeFolders(path)
    opendirSync(path).closeSync()
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BootError(`the data directory ${path} is not writable (${code}); set server.data_dir to one that is`)
  }
}
