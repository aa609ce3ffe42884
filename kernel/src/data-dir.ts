import { accessSync, constants, opendirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureFolder } from '@svc/config'
import Sqlite from 'better-sqlite3'
import { BootError, PermanentError } from './boot-error.ts'

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
    throw new PermanentError(`the data directory ${path} is not writable (${code}); set server.data_dir to one that is`)
  }
}

/**
 * Makes this process the only server of the data directory until the returned function is called or the process ends.
 * The lock is one of SQLite's, because the operating system releases it whatever happens to the process.
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'server.pid')
  const lock = new Sqlite(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new BootError(`another server uses the data directory ${dataDir}${holder(pidFile)}`)
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

function holder(pidFile: string): string {
  try {
    return ` (process ${Number(readFileSync(pidFile, 'utf8'))})`
  } catch {
    return ''
  }
}
