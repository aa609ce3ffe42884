import { constants, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { disk, writeDurably } from '../durable-write.ts'
import { formatGrants, formatTold, type Grants, parseGrants, parseTold, type Told } from './grant-record.ts'

/** What the agent itself keeps over restarts. */
const toldFileOf = (stateDir: string) => join(stateDir, 'capability_grants_told.json')

export const grantFileOf = (stateDir: string): string => join(stateDir, 'capability_grants.json')

/** A hundred grants with the longest reasons fit in. */
const largest = 64 * 1024

/** What the file says; `problem` when it is there and must not be believed. */
export interface Reading {
  readonly grants: Grants
  readonly problem?: string
}

const nothing: Grants = new Map()

/**
 * Only root or the agent's user may have written it: whoever writes it decides what the server can do here. `owner` is
 * that user where it is not the one of this process.
 */
function assertTrusted(file: Stats, owner: number | undefined): void {
  if (!file.isFile()) throw new Error('it is not a regular file')
  if (file.size > largest) throw new Error(`it is larger than ${largest} bytes`)
  const self = process.getuid?.()
  if (self === undefined) return
  if (![0, self, owner].includes(file.uid)) throw new Error(`it belongs to another user (uid ${file.uid})`)
  if ((file.mode & 0o022) !== 0) throw new Error('others than its owner may write to it')
}

async function readTrusted(path: string, owner: number | undefined): Promise<string> {
  // Never through a link, and never waiting for the other end of a pipe. Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    // Of the open file, not of the path: what is checked is what is read.
    assertTrusted(await file.stat(), owner)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** Words for what went wrong, without quoting the file. */
function problemOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ELOOP' || code === 'EMLINK') return 'it is a symbolic link'
  return code === undefined ? message : `it cannot be read (${code})`
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Reads the grants. Missing: none; anything doubtful: none, with the reason. */
export async function readGrants(stateDir: string, owner?: number): Promise<Reading> {
  try {
    return { grants: parseGrants(await readTrusted(grantFileOf(stateDir), owner)) }
  } catch (error) {
    return isMissing(error) ? { grants: nothing } : { grants: nothing, problem: problemOf(error) }
  }
}

/** A damaged one means that something is told twice, and that only the clock says what has run out. */
export async function readTold(stateDir: string): Promise<Told> {
  try {
    return parseTold(await readTrusted(toldFileOf(stateDir), undefined))
  } catch {
    return { grants: nothing, runOut: [] }
  }
}

export const writeTold = (stateDir: string, told: Told): Promise<void> =>
  writeDurably(toldFileOf(stateDir), formatTold(told))

/** Replaces the grants. When root does it for an agent of another user, the file is handed to that `owner`. */
export async function writeGrants(stateDir: string, grants: Grants, owner?: number): Promise<void> {
  await writeDurably(grantFileOf(stateDir), formatGrants(grants), {
    ...disk,
    async create(fresh) {
      const file = await disk.create(fresh)
      if (owner !== undefined && process.getuid?.() === 0) await file.chown(owner, (await file.stat()).gid)
      return file
    },
  })
}
