import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Logger } from '@svc/plugin-sdk'

export const keyLength = 32

/** Error codes of `link` on file systems without hard links. */
const noLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

/** A new directory entry survives a power failure only if the directory is flushed too. */
function flushDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/**
 * Creates the key file atomically, without replacing one that another process (server or command) just created. Hence a
 * hard link: unlike rename, it never overwrites.
 */
function create(path: string): void {
  const draft = `${path}.${randomUUID()}`
  const write = (file: string, bytes: Buffer) => writeFileSync(file, bytes, { flag: 'wx', mode: 0o600, flush: true })
  const key = randomBytes(keyLength)
  write(draft, key)
  try {
    linkSync(draft, path)
  } catch (error) {
    const code = codeOf(error)
    if (noLinks.has(code)) write(path, key)
    else if (code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  flushDirectory(dirname(path))
}

/** Returns whether the file was created. */
function createIfMissing(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })) return false
  try {
    create(path)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    throw new Error(`the key file ${path} cannot be created (${code}); make its directory writable for the server`)
  }
}

function restrictPermissions(path: string, log: Logger): void {
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) === 0) return
  const was = `the key file ${path} was accessible to other users (mode ${mode.toString(8).padStart(4, '0')})`
  try {
    chmodSync(path, 0o600)
    log.warn(`${was}; it is now 0600`)
  } catch (error) {
    log.warn(`${was} and its mode cannot be changed (${codeOf(error)}); set it to 0600`)
  }
}

function read(path: string): Buffer {
  const restore = 'restore it from a backup'
  try {
    // reading a pipe would block
    if (!statSync(path).isFile()) throw Object.assign(new Error(), { code: 'not a regular file' })
    const key = readFileSync(path)
    if (key.length === keyLength) return key
    throw Object.assign(new Error(), { code: `${key.length} bytes instead of ${keyLength}` })
  } catch (error) {
    const sentence = `the key file ${path} cannot be used (${codeOf(error)}); ${restore}`
    throw new Error(`${sentence}, or move it away to start with a new key, which cannot decrypt existing secrets`)
  }
}

/** Loads the key of this installation; creates it on the first start. Throws if the file is not a valid key. */
export function loadKey(dataDir: string, log: Logger): { readonly key: Buffer; readonly created: boolean } {
  const path = join(dataDir, 'secret.key')
  const created = createIfMissing(path)
  const key = read(path)
  restrictPermissions(path, log)
  return { key, created }
}
