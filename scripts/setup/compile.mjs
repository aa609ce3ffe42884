import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { bundlePrograms } from './bundle.mjs'
import { node, root } from './child.mjs'
import { precompress } from './precompress.mjs'
import { treeHash } from './tree-hash.mjs'

const tsc = 'node_modules/typescript-7/bin/tsc'
const stamp = join(root, 'node_modules/.cache/svc/dashboard-inputs')

/** @param {string} folder */
const childrenOf = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)

/** The sources of plugins that end up in the browser: their pages, and the server files these may import. */
const pluginSources = () =>
  childrenOf('plugins').flatMap((plugin) => [
    `${plugin}/dashboard`,
    ...readdirSync(join(root, plugin, 'src'), { encoding: 'utf8', recursive: true })
      .filter(
        (file) =>
          file === 'contract.ts' || file === 'wire.ts' || file.endsWith('-schema.ts') || file.endsWith('columns.ts'),
      )
      .map((file) => `${plugin}/src/${file}`),
  ])

/** Moves what was compiled of each plugin into its `dist`, because one TypeScript project compiles all of them. */
function distribute() {
  for (const top of ['plugins', 'agent-plugins']) {
    const cache = join(root, 'dist', top)
    const compiledAt = statSync(join(root, `dist/tsconfig.${top}.tsbuildinfo`)).mtimeMs
    for (const folder of childrenOf(top)) {
      const dist = join(root, folder, 'dist')
      if (existsSync(dist) && statSync(dist).mtimeMs >= compiledAt) continue
      rmSync(dist, { recursive: true, force: true })
      cpSync(join(cache, basename(folder), 'src'), dist, { recursive: true })
      const worker = join(cache, basename(folder), 'worker/src')
      if (existsSync(worker)) cpSync(worker, join(root, folder, 'worker/dist'), { recursive: true })
    }
  }
}

/** Type-checks everything, including tests, and compiles the packages. Resolves to whether it succeeded. */
export async function checkTypes() {
  // Each checker of a project looks again at what they share, which takes a third of the time of all processors.
  if ((await node([tsc, '-b', '--checkers', '1', '--builders', '2'])) !== 0) return false
  distribute()
  return true
}

/**
 * Bundles the dashboard if any of its sources changed. Resolves to whether it succeeded.
 * @param {boolean} compresses
 */
async function bundleDashboard(compresses) {
  const inputs = treeHash([
    'package-lock.json',
    'tsconfig.base.json',
    'dashboard',
    ...childrenOf('sdk'),
    ...pluginSources(),
  ])
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs
  if (isCurrent && existsSync(join(root, 'dashboard/dist/index.html'))) return true
  // Removed first, so that an interrupted build does not look complete.
  rmSync(stamp, { force: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if ((await node([vite, 'build', '--logLevel', 'error'], { cwd: join(root, 'dashboard') })) !== 0) return false
  // Half of the work. Without it the build is not complete, and so has no stamp.
  if (!compresses) return true
  precompress(join(root, 'dashboard/dist'))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, inputs)
  return true
}

/** Builds everything needed to run the programs. Resolves to whether it succeeded. */
export const buildAll = async ({ compresses = true } = {}) =>
  (await bundlePrograms()) && (await bundleDashboard(compresses))
