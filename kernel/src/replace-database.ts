import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openDatabase, type RawDatabase } from './database.ts'
import { flush, flushFolder } from './flush.ts'

/** Where the data of a server is. */
export interface DataPlace {
  /** the database */
  readonly file: string
  /** everything else */
  readonly dataDir: string
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** The file that replaces the database at the next start of the server. */
const nextOf = (file: string): string => `${file}.restore`

/** The folder whose entries replace those of the data directory, together with the database. */
const nextFilesOf = ({ file, dataDir }: DataPlace): string => join(dataDir, `${basename(file)}.restore-files`)

/** The former database is kept here; made of the time of its replacement, so that a repeated start finds the same name. */
function formerOf(file: string): string {
  const time = statSync(nextOf(file)).mtime.toISOString()
  return `${file}.pre-restore-${time.slice(0, 19).replace(/[-:]/g, '').replace('T', '_')}`
}

/**
 * Moves a complete file of the same folder to where the next start finds it, and a folder with other files of the data
 * directory. The database comes last: without it, the next start replaces nothing. Returns where the former one is kept then.
 */
export function stageDatabase(place: DataPlace, path: string, files?: string): string {
  const { file, dataDir } = place
  const nextFiles = nextFilesOf(place)
  rmSync(nextFiles, { recursive: true, force: true })
  if (files !== undefined) {
    renameSync(files, nextFiles)
    flushFolder(dataDir)
  }
  flush(path)
  renameSync(path, nextOf(file))
  flushFolder(dirname(file))
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
  if (exists(`${file}-wal`)) renameSync(`${file}-wal`, `${former}-wal`)
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

/** The files that were replaced together with a former database. */
const formerFilesOf = ({ dataDir }: DataPlace, former: string): string => join(dataDir, `${basename(former)}-files`)

/** Replaces files and folders of the data directory by those of the same names; the former ones are kept. */
function replaceFiles(place: DataPlace, former: string): void {
  const { dataDir } = place
  const next = nextFilesOf(place)
  if (!exists(next)) return
  const formerFiles = formerFilesOf(place, former)
  for (const name of readdirSync(next)) {
    const current = join(dataDir, name)
    if (exists(current)) {
      mkdirSync(formerFiles, { recursive: true, mode: 0o700 })
      renameSync(current, join(formerFiles, name))
    }
    renameSync(join(next, name), current)
  }
  rmSync(next, { recursive: true })
  flushFolder(dataDir)
}

/**
 * Replaces the database by the staged file, if there is one, and the files staged with it. Repeats each step that a crash has
 * interrupted. The caller has the lock of the data directory, and nobody has opened the database. Returns where the former
 * one is kept, if there was one.
 */
export function replaceDatabase(place: DataPlace): { readonly former: string | undefined } | undefined {
  const { file } = place
  if (!exists(nextOf(file))) {
    // Files without their database: the program ended before it staged that.
    rmSync(nextFilesOf(place), { recursive: true, force: true })
    return undefined
  }
  const former = formerOf(file)
  const hasOld = exists(file)
  if (hasOld) {
    closeOld(file, former)
    keepOld(file, former)
  }
  replaceFiles(place, former)
  renameSync(nextOf(file), file)
  flushFolder(dirname(file))
  return { former: hasOld ? former : undefined }
}

/**
 * Puts the former database and its files back, because the program cannot start with the restored ones, which are kept beside
 * them. Nobody has the database open.
 */
export function undoReplacement(place: DataPlace, former: string): void {
  const { file, dataDir } = place
  const failed = former.replace('.pre-restore-', '.failed-restore-')
  // The log of one must never meet the other.
  if (exists(`${file}-wal`)) renameSync(`${file}-wal`, `${failed}-wal`)
  rmSync(`${file}-shm`, { force: true })
  keepOld(file, failed)
  const formerFiles = formerFilesOf(place, former)
  if (exists(formerFiles)) {
    const failedFiles = formerFilesOf(place, failed)
    mkdirSync(failedFiles, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(formerFiles)) {
      const current = join(dataDir, name)
      if (exists(current)) renameSync(current, join(failedFiles, name))
      renameSync(join(formerFiles, name), current)
    }
    rmSync(formerFiles, { recursive: true })
  }
  if (exists(`${former}-wal`)) renameSync(`${former}-wal`, `${file}-wal`)
  renameSync(former, file)
  flushFolder(dataDir)
  flushFolder(dirname(file))
}
