import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Logger } from '@svc/plugin-sdk'
import type { Problem } from './geoip-schema.ts'
import { DatabaseFault, openDatabase, type PlaceDatabase } from './place-database.ts'

/** bytes; the largest commercial databases have a tenth of it */
const mostBytes = 2 ** 30

export interface Loaded {
  readonly database: PlaceDatabase
  /** bytes */
  readonly size: number
  /** milliseconds; when the file was written */
  readonly updatedAt: number
}

export interface Source {
  /** the database in use; undefined while there is none */
  current(): Loaded | undefined
  problem(): Problem | undefined
  /** Reads the file again if it is another one than before. True when another database is in use now. */
  check(): Promise<boolean>
}

class FileFault extends Error {
  readonly kind: Problem

  constructor(kind: Problem, message: string) {
    super(message)
    this.kind = kind
  }
}

async function lookAt(path: string): Promise<Stats> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new FileFault('missing', 'there is no such file')
    throw new FileFault('unreadable', `it cannot be read (${error.code})`)
  })
  if (!found.isFile()) throw new FileFault('unreadable', 'it is not a file')
  if (found.size > mostBytes) throw new FileFault('unreadable', 'it is larger than 1 GiB')
  return found
}

const read = (path: string) =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new FileFault('unreadable', `it cannot be read (${error.code})`)
  })

const stampOf = ({ ino, size, mtimeMs }: Stats) => `${ino} ${size} ${mtimeMs}`

/**
 * The database file and what is in memory of it. A file that became unusable leaves the last good one in use, as it may
 * be half written; one that went away is not used any more. `expected`: that there is no file is worth a warning.
 */
export function makeSource({ path, expected, log }: { path: string; expected: boolean; log: Logger }): Source {
  let loaded: Loaded | undefined
  let problem: Problem | undefined
  let seen: string | undefined
  let turn = Promise.resolve(false)

  const complain = (kind: Problem, message: string) => {
    log.warn({ path, problem: kind }, `the GeoIP database ${path} is not used: ${message}`)
    problem = kind
  }

  const load = async (): Promise<boolean> => {
    const found = await lookAt(path)
    if (stampOf(found) === seen) return false
    const bytes = await read(path)
    // here: what could not be read is tried again, what is no database is not
    seen = stampOf(found)
    const database = openDatabase(bytes)
    loaded = { database, size: found.size, updatedAt: found.mtimeMs }
    problem = undefined
    log.info({ path, type: database.type }, 'GeoIP database loaded')
    return true
  }

  const examine = async (): Promise<boolean> => {
    try {
      return await load()
    } catch (error) {
      if (error instanceof DatabaseFault) {
        complain(error.kind, error.message)
        return false
      }
      const fault = error instanceof FileFault ? error : new FileFault('unreadable', String(error))
      seen = undefined
      if (fault.kind !== 'missing') {
        if (problem !== fault.kind) complain(fault.kind, fault.message)
        return false
      }
      const lost = loaded !== undefined
      loaded = undefined
      if (!expected) problem = undefined
      else if (problem !== 'missing') complain('missing', fault.message)
      return lost
    }
  }

  return {
    current: () => loaded,
    problem: () => problem,
    check() {
      turn = turn.then(examine)
      return turn
    },
  }
}
