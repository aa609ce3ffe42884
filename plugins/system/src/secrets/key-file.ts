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

const keyLength = 32

/** What file systems without hard links answer to `link`. */
const noLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

/** An entry of a folder survives a power cut only when the folder was flushed as well. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Puts a new key in place, whole or not at all, unless another process was faster: commands run beside the server, and
 * two keys at once would make secrets that the other cannot open. Hence a link, which never replaces, and no rename.
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
  flushFolder(dirname(path))
}

/** Whether there was no file and now there is one. */
function createIfMissing(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })) return false
  try {
    create(path)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    throw new Error(`the key file ${path} cannot be created (${code}); make its folder writable for the server`)
  }
}

function tighten(path: string, log: Logger): void {
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) === 0) return
  const was = `the key file ${path} was open to others (mode ${mode.toString(8).padStart(4, '0')})`
  try {
    chmodSync(path, 0o600)
    log.warn(`${was}; it is now 0600`)
  } catch (error) {
    log.warn(`${was} and cannot be tightened (${codeOf(error)}); set it to 0600`)
  }
}

function read(path: string): Buffer {
  const restore = 'put the right file back from a backup'
  try {
    // reading a pipe would wait for ever
    if (!statSync(path).isFile()) throw Object.assign(new Error(), { code: 'not a regular file' })
    const key = readFileSync(path)
    if (key.length === keyLength) return key
    throw Object.assign(new Error(), { code: `${key.length} bytes instead of ${keyLength}` })
  } catch (error) {
    const sentence = `the key file ${path} cannot be used (${codeOf(error)}); ${restore}`
    throw new Error(`${sentence}, or move it away to begin with a new key that opens nothing sealed so far`)
  }
}

/** The key of this installation, made on the first start. Throws one sentence when there is a file that is no key. */
export function loadKey(dataDir: string, log: Logger): { readonly key: Buffer; readonly created: boolean } {
  const path = join(dataDir, 'secret.key')
  const created = createIfMissing(path)
  const key = read(path)
  tighten(path, log)
  return { key, created }
}
