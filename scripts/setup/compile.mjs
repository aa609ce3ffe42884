import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { bundlePrograms } from './bundle.mjs'
import { node, root } from './child.mjs'
import { precompress } from './precompress.mjs'
import { treeHash } from './tree-hash.mjs'

const tsc = 'node_modules/typescript-7/bin/tsc'

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
 * Builds something unless nothing it is made of changed since the last time. Resolves to whether it is there.
 * @param {string} name
 * @param {{ inputs: string[], outputs: string[], build: () => Promise<boolean>, isWhole?: boolean }} options paths below the
 * root; what is not built whole is built again the next time
 */
async function unlessCurrent(name, { inputs, outputs, build, isWhole = true }) {
  const stamp = join(root, `node_modules/.cache/svc/${name}-inputs`)
  const hash = treeHash(['package-lock.json', 'tsconfig.base.json', 'scripts/setup', ...inputs])
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (isCurrent && outputs.every((path) => existsSync(join(root, path)))) return true
  // Removed first, so that an interrupted build does not look complete.
  rmSync(stamp, { force: true })
  if (!(await build())) return false
  if (!isWhole) return true
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  return true
}

/** Bundles server, agent and the programs of plugins. */
const programs = () =>
  unlessCurrent('program', {
    inputs: [
      'kernel',
      'server',
      'agent',
      ...childrenOf('sdk'),
      ...childrenOf('plugins'),
      ...childrenOf('agent-plugins'),
    ],
    outputs: ['server/dist/bundle/svc-server.js', 'agent/dist/bundle/svc-agent.js'],
    build: bundlePrograms,
  })

/** Bundles the dashboard. @param {boolean} compresses half of the work */
const dashboard = (compresses) =>
  unlessCurrent('dashboard', {
    inputs: ['dashboard', ...childrenOf('sdk'), ...pluginSources()],
    outputs: ['dashboard/dist/index.html'],
    isWhole: compresses,
    async build() {
      const vite = join(root, 'node_modules/vite/bin/vite.js')
      if ((await node([vite, 'build', '--logLevel', 'error'], { cwd: join(root, 'dashboard') })) !== 0) return false
      if (compresses) precompress(join(root, 'dashboard/dist'))
      return true
    },
  })

/** Builds everything needed to run the programs. Resolves to whether it succeeded. */
export const buildAll = async ({ compresses = true } = {}) => (await programs()) && (await dashboard(compresses))
