import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run } from './child.mjs'

const lock = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.svc-lock')
/** Written last by npm, so it is missing after an interrupted installation. */
const npmMarker = join(root, 'node_modules', '.package-lock.json')

const lockHash = () => createHash('sha256').update(readFileSync(lock)).digest('hex')

function isInstalled() {
  if (!existsSync(npmMarker)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return true
  return statSync(npmMarker).mtimeMs >= statSync(lock).mtimeMs
}

/** Installs the locked dependencies if they are missing or outdated. Resolves to whether it succeeded. */
export async function install() {
  if (isInstalled()) return true
  console.log('Installing dependencies, including the Node that svc runs on…')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const code = npm ? await node([npm, ...args]) : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
  if (code === 0) {
    writeFileSync(stamp, lockHash())
    return true
  }
  console.error('`npm ci` failed. It needs access to the npm registry or a mirror.')
  return false
}
