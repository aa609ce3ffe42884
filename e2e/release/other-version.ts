import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '@svc/e2e/process'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Replaces the only occurrence by as many bytes. */
function replaceOnce(content: Buffer, from: Buffer, to: Buffer): void {
  const at = content.indexOf(from)
  if (at === -1 || content.indexOf(from, at + 1) !== -1 || from.length !== to.length)
    throw new Error(`${from.subarray(0, 60)} is not in the program exactly once`)
  to.copy(content, at)
}

/**
 * Makes the released agent another version, which is quicker than to build it: the version in its code, and in the list of
 * the files that it carries. The version must be as long.
 */
export function writeOtherVersion(executable: string, version: string, path: string): void {
  const content = readFileSync(executable)
  const own: string = JSON.parse(readFileSync(join(repository, 'agent/package.json'), 'utf8')).version
  const code = readFileSync(join(repository, 'agent/dist/bundle/svc-agent.js'))
  const changed = Buffer.from(code.toString('utf8').replace(`="${own}"`, `="${version}"`))
  replaceOnce(content, code, changed)
  replaceOnce(content, Buffer.from(sha256(code)), Buffer.from(sha256(changed)))
  const index = (text: string) => Buffer.from(`{"name":"svc-agent","version":"${text}","id":`)
  replaceOnce(content, index(own), index(version))
  writeFileSync(path, content, { mode: 0o755 })
}
