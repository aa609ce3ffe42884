import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundlePrograms } from './bundle.mjs'
import { node, root } from './child.mjs'
import { treeHash } from './tree-hash.mjs'

const tsc = 'node_modules/typescript-7/bin/tsc'
const stamp = join(root, 'node_modules/.cache/svc/dashboard-inputs')

/** @param {string} folder */
const below = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)

/** What plugins give to the browser: their pages, and what the import law lets these share with the server. */
const contributions = () =>
  below('plugins').flatMap((plugin) => [
    `${plugin}/dashboard`,
    ...readdirSync(join(root, plugin, 'src'), { encoding: 'utf8', recursive: true })
      .filter((file) => file === 'contract.ts' || file.endsWith('-schema.ts') || file.endsWith('columns.ts'))
      .map((file) => `${plugin}/src/${file}`),
  ])

/** Checks the types of everything, tests included, and compiles the packages. Resolves to whether it went well. */
export const checkTypes = async () => (await node([tsc, '-b'])) === 0

/** Bundles the dashboard unless nothing it is made of has changed. Resolves to whether it went well. */
async function bundleDashboard() {
  const inputs = treeHash(['package-lock.json', 'tsconfig.base.json', 'dashboard', ...below('sdk'), ...contributions()])
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs
  if (isCurrent && existsSync(join(root, 'dashboard/dist/index.html'))) return true
  // removed first: an interrupted bundling must not look finished
  rmSync(stamp, { force: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if ((await node([vite, 'build', '--logLevel', 'error'], { cwd: join(root, 'dashboard') })) !== 0) return false
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, inputs)
  return true
}

/** Builds everything that is needed to run. Resolves to whether it went well. */
export const buildAll = async () => (await bundlePrograms()) && (await bundleDashboard())
