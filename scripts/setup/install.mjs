import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run } from './child.mjs'

const lock = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.svc-lock')
/** npm writes it last, so an interrupted installation does not have it. */
const written = join(root, 'node_modules', '.package-lock.json')

const lockHash = () => createHash('sha256').update(readFileSync(lock)).digest('hex')

function isInstalled() {
  if (!existsSync(written)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return true
  return statSync(written).mtimeMs >= statSync(lock).mtimeMs
}

/** Installs the locked dependencies when they are missing or older than the lock. Resolves to whether it went well. */
export async function install() {
  if (isInstalled()) return true
  console.log('Installing dependencies, the Node that svc runs on among them.')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const code = npm ? await node([npm, ...args]) : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
  if (code === 0) {
    writeFileSync(stamp, lockHash())
    return true
  }
  console.error('`npm ci` failed. It needs the npm registry, or a mirror of it.')
  return false
}
