import { constants, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { disk, writeDurably } from '../write-durably.ts'
import {
  formatGrantState,
  formatGrants,
  type GrantState,
  type Grants,
  parseGrantState,
  parseGrants,
} from './grant-record.ts'

/** The grants, edited by the commands. */
export const grantFile = (stateDir: string): string => join(stateDir, 'capability_grants.json')

/** The agent's own state. */
const stateFile = (stateDir: string) => join(stateDir, 'capability_grants_told.json')

/** Enough for a hundred grants with reasons of maximum length. */
const maxBytes = 64 * 1024

/** `error`: the reason why an existing file is ignored. */
export interface GrantFileContent {
  readonly grants: Grants
  readonly error?: string
}

const noGrants: Grants = new Map()

/**
 * This file decides what the server may do here, so only root or the agent's user may have written it.
 * `owner` is the agent's user if it is not the user of this process.
 */
function assertTrusted(file: Stats, owner: number | undefined): void {
  if (!file.isFile()) throw new Error('it is not a regular file')
  if (file.size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
  const self = process.getuid?.()
  if (self === undefined) return
  if (![0, self, owner].includes(file.uid)) throw new Error(`it belongs to another user (uid ${file.uid})`)
  if ((file.mode & 0o022) !== 0) throw new Error('it is writable by its group or by others')
}

async function readTrusted(path: string, owner: number | undefined): Promise<string> {
  // Never follow a symbolic link and never block on a pipe. Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    // Check the open file, not the path, so that the file checked is the file read.
    assertTrusted(await file.stat(), owner)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** Never quotes the file. */
function describeError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ELOOP' || code === 'EMLINK') return 'it is a symbolic link'
  return code === undefined ? message : `it cannot be read (${code})`
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Reads the grants. A missing file means no grants; an untrusted or invalid one means no grants and an error. */
export async function readGrants(stateDir: string, owner?: number): Promise<GrantFileContent> {
  try {
    return { grants: parseGrants(await readTrusted(grantFile(stateDir), owner)) }
  } catch (error) {
    return isMissing(error) ? { grants: noGrants } : { grants: noGrants, error: describeError(error) }
  }
}

/** Without a valid state, some changes are reported twice and expiry depends on the clock alone. */
export async function readGrantState(stateDir: string): Promise<GrantState> {
  try {
    return parseGrantState(await readTrusted(stateFile(stateDir), undefined))
  } catch {
    return { grants: noGrants, expired: [] }
  }
}

export const writeGrantState = (stateDir: string, state: GrantState): Promise<void> =>
  writeDurably(stateFile(stateDir), formatGrantState(state))

/** Replaces the grants. `owner` gets the file when root writes it for an agent of another user. */
export async function writeGrants(stateDir: string, grants: Grants, owner?: number): Promise<void> {
  await writeDurably(grantFile(stateDir), formatGrants(grants), {
    ...disk,
    async create(path) {
      const file = await disk.create(path)
      if (owner !== undefined && process.getuid?.() === 0) await file.chown(owner, (await file.stat()).gid)
      return file
    },
  })
}
