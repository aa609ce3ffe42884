import { accessSync, constants, opendirSync } from 'node:fs'
import { resolve } from 'node:path'
import { ensureFolder } from '@svc/config'
import { BootError } from './boot-error.ts'

/** Creates the data directory, readable only by its owner because it contains credentials; returns its absolute path. */
export function prepareDataDir(dir: string): string {
  const path = resolve(dir)
  try {
    ensureFolder(path)
    opendirSync(path).closeSync()
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BootError(`the data directory ${path} is not writable (${code}); set server.data_dir to one that is`)
  }
}
