import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPackage } from '@svc/widget-package'
import type { Modules } from './modules.ts'

const folder = fileURLToPath(new URL('../../builtin', import.meta.url))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Installs the built-in modules of this version and enables them. Usually they are installed already. */
export async function installBuiltin(modules: Modules): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name)))
  if (!modules.enableBuiltin(files.map(sha256))) modules.replaceBuiltin(await Promise.all(files.map(readPackage)))
}
