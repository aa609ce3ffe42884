import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { CodedError, type CodedText, type Core, text } from '@svc/plugin-sdk'
import { type Database, DatabaseError, type DatabaseKind } from './database.ts'
import type { Problem } from './geoip-schema.ts'

/** the largest commercial databases have a tenth of it */
const maxBytes = 2 ** 30

export interface Loaded<D extends Database> {
  readonly database: D
  /** bytes */
  readonly size: number
  /** modification time in milliseconds */
  readonly updatedAt: number
}

export interface Source<D extends Database = Database> {
  /** the database in use, if any */
  current(): Loaded<D> | undefined
  problem(): Problem | undefined
  /** Reloads the file if it changed. True if another database is in use now. */
  check(): Promise<boolean>
}

class FileError extends CodedError {
  readonly kind: Problem

  constructor(kind: Problem, text: CodedText) {
    super(text)
    this.kind = kind
  }
}

const unreadable = ({ code = '' }: NodeJS.ErrnoException) =>
  new FileError('unreadable', text('geoip.UNREADABLE', { code }))

async function statFile(path: string): Promise<Stats> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new FileError('missing', text('geoip.NO_FILE'))
    throw unreadable(error)
  })
  if (!found.isFile()) throw new FileError('unreadable', text('geoip.NOT_A_FILE'))
  if (found.size > maxBytes)
    throw new FileError('unreadable', text('geoip.FILE_TOO_LARGE', { limit: { value: maxBytes, unit: 'bytes' } }))
  return found
}

const read = (path: string) =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(error)
  })

const fingerprintOf = ({ ino, size, mtimeMs }: Stats) => `${ino} ${size} ${mtimeMs}`

interface Options<D extends Database> {
  readonly kind: DatabaseKind<D>
  readonly path: string
  /** warn if the file is missing */
  readonly expected: boolean
  readonly core: Pick<Core, 'log' | 'text'>
}

/**
 * Loads the database file. If the file becomes invalid, the last valid database stays in use, because it may be in the
 * middle of being written; a deleted file is no longer used.
 */
export function makeSource<D extends Database>({ kind: databases, path, expected, core }: Options<D>): Source<D> {
  const { log } = core
  let loaded: Loaded<D> | undefined
  let problem: Problem | undefined
  let fingerprint: string | undefined
  let queue = Promise.resolve(false)

  const setProblem = (kind: Problem, reason: CodedText) => {
    log.warn({ path, problem: kind }, `cannot use the database ${path}: ${core.text(reason)}`)
    problem = kind
  }

  const load = async (): Promise<boolean> => {
    const found = await statFile(path)
    if (fingerprintOf(found) === fingerprint) return false
    const bytes = await read(path)
    // Set after reading: unreadable files are retried, invalid ones are not.
    fingerprint = fingerprintOf(found)
    const database = databases.open(bytes)
    loaded = { database, size: found.size, updatedAt: found.mtimeMs }
    problem = undefined
    log.info({ path, type: database.type }, 'database of addresses loaded')
    return true
  }

  const examine = async (): Promise<boolean> => {
    try {
      return await load()
    } catch (error) {
      if (error instanceof DatabaseError) {
        setProblem(error.kind, error.text)
        return false
      }
      const fileError = error instanceof FileError ? error : unreadable(error as Error)
      fingerprint = undefined
      if (fileError.kind !== 'missing') {
        if (problem !== fileError.kind) setProblem(fileError.kind, fileError.text)
        return false
      }
      const wasLoaded = loaded !== undefined
      loaded = undefined
      if (!expected) problem = undefined
      else if (problem !== 'missing') setProblem('missing', fileError.text)
      return wasLoaded
    }
  }

  return {
    current: () => loaded,
    problem: () => problem,
    check() {
      queue = queue.then(examine)
      return queue
    },
  }
}
