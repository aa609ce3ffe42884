import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openDatabase, type RawDatabase } from './database.ts'

/** The file that replaces the database at the next start of the server. */
const nextOf = (file: string): string => `${file}.restore`

/** The former database is kept here; made of the time of its replacement, so that a repeated start finds the same name. */
function formerOf(file: string): string {
  const time = statSync(nextOf(file)).mtime.toISOString()
  return `${file}.pre-restore-${time.slice(0, 19).replace(/[-:]/g, '').replace('T', '_')}`
}

const flush = (path: string) => {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A renamed file survives a power failure only when its folder is flushed too; Windows cannot. */
const flushFolder = (path: string) => process.platform !== 'win32' && flush(dirname(path))

/** Moves a complete file of the same folder to where the next start finds it. Returns where the former one is kept then. */
export function stageDatabase(file: string, path: string): string {
  flush(path)
  renameSync(path, nextOf(file))
  flushFolder(file)
  return formerOf(file)
}

/** Writes what the log of the old database contains into it, and removes the log. One that is damaged keeps it. */
function closeOld(file: string, former: string): void {
  let raw: RawDatabase | undefined
  try {
    raw = openDatabase(file)
  } catch {
    // A damaged database is one of the reasons to restore another.
  } finally {
    raw?.close()
  }
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })) renameSync(`${file}-wal`, `${former}-wal`)
  rmSync(`${file}-shm`, { force: true })
}

/** A second name, so that the database exists at each moment; renamed where the file system has no links. */
function keepOld(file: string, former: string): void {
  try {
    linkSync(file, former)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(file, former)
  }
}

/**
 * Replaces the database by the staged file, if there is one. Repeats each step that a crash has interrupted. The caller has
 * the lock of the data directory, and nobody has opened the database. Returns where the former one is kept, if there was one.
 */
export function replaceDatabase(file: string): { readonly former: string | undefined } | undefined {
  if (!statSync(nextOf(file), { throwIfNoEntry: false })) return undefined
  const former = formerOf(file)
  const hasOld = statSync(file, { throwIfNoEntry: false }) !== undefined
  if (hasOld) {
    closeOld(file, former)
    keepOld(file, former)
  }
  renameSync(nextOf(file), file)
  flushFolder(file)
  return { former: hasOld ? former : undefined }
}
