import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root as repository } from './setup/child.mjs'

/**
 * Checks the import rules of a tree laid out like this repository (`--root`, default: this one). Also fails if a package
 * was not read at all: with an unsupported version of TypeScript, dependency-cruiser reads nothing and reports success.
 */
const { values } = parseArgs({ options: { root: { type: 'string', default: repository } } })
const tree = resolve(values.root)

const topFolders = ['sdk', 'config', 'kernel', 'plugins', 'agent', 'agent-plugins', 'dashboard', 'e2e'].filter(
  (folder) => existsSync(join(tree, folder)),
)

/** @param {string} folder @returns {boolean} */
const hasSources = (folder) =>
  readdirSync(join(tree, folder), { withFileTypes: true }).some((entry) =>
    entry.isDirectory()
      ? !['node_modules', 'dist', 'examples', 'fixtures', 'template'].includes(entry.name) &&
        hasSources(`${folder}/${entry.name}`)
      : /\.tsx?$/.test(entry.name),
  )

const packages = topFolders
  .flatMap((top) =>
    existsSync(join(tree, top, 'package.json')) ? [top] : readdirSync(join(tree, top)).map((name) => `${top}/${name}`),
  )
  .filter(hasSources)

const cruise = spawnSync(
  process.execPath,
  [
    join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    join(repository, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
    ...topFolders,
  ],
  { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 30 },
)
if (cruise.error || !cruise.stdout.startsWith('{')) {
  console.error(`dependency-cruiser did not run: ${cruise.error?.message ?? cruise.stderr}`)
  process.exit(1)
}

/**
 * @type {{
 *   modules: { source: string }[],
 *   summary: {
 *     violations: { from: string, to: string, rule: { name: string } }[],
 *     ruleSetUsed: { forbidden: { name: string, comment: string }[] }
 *   }
 * }}
 */
const { modules, summary } = JSON.parse(cruise.stdout)

const comments = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]))
for (const { rule, from, to } of summary.violations) {
  console.error(`${rule.name}: ${from} -> ${to}\n  ${comments.get(rule.name)}`)
}
const unread = packages.filter((folder) => !modules.some(({ source }) => source.startsWith(`${folder}/`)))
for (const folder of unread) console.error(`unread: no module of ${folder} was read, so its imports were not checked`)

const checked = modules.filter(({ source }) => packages.some((folder) => source.startsWith(`${folder}/`))).length
console.log(`import law: ${checked} modules in ${packages.length} packages, ${summary.violations.length} violations`)
process.exitCode = summary.violations.length || unread.length || packages.length === 0 ? 1 : 0
