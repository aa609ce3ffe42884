import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root as repository } from './setup/child.mjs'

/**
 * Checks the import rules of a tree laid out like this repository (`--root`, default: this one), or of some of its
 * packages (their folders as arguments). Also fails if a package was not read at all: with an unsupported version of
 * TypeScript, dependency-cruiser reads nothing and reports success.
 */
const { values, positionals } = parseArgs({
  options: { root: { type: 'string', default: repository } },
  allowPositionals: true,
})
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

/** @param {string} folder */
const manifestOf = (folder) => JSON.parse(readFileSync(join(tree, folder, 'package.json'), 'utf8'))

const cruise = spawnSync(
  process.execPath,
  [
    join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    join(repository, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
    ...(positionals.length > 0 ? positionals : topFolders),
  ],
  { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 30 },
)
if (cruise.error || !cruise.stdout.startsWith('{')) {
  console.error(`dependency-cruiser did not run: ${cruise.error?.message ?? cruise.stderr}`)
  process.exit(1)
}

/**
 * @type {{
 *   modules: { source: string, dependencies: { resolved: string }[] }[],
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
/** @param {string} path @returns {string | undefined} */
const packageOf = (path) => packages.find((folder) => path.startsWith(`${folder}/`))
/** The names of the packages that a package declares. @param {string} folder */
function declaredBy(folder) {
  const { dependencies, devDependencies, peerDependencies } = manifestOf(folder)
  return new Set(Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }))
}
const declared = new Map(packages.map((folder) => [folder, declaredBy(folder)]))

// A package may be deleted together with those that declare it, so each must declare the packages that it imports.
const undeclared = modules.flatMap(({ source, dependencies }) => {
  const folder = packageOf(source)
  if (!folder) return []
  return dependencies
    .map(({ resolved }) => packageOf(resolved))
    .filter((other) => other !== undefined && other !== folder && other !== 'e2e')
    .map((other) => manifestOf(String(other)).name)
    .filter((name) => !declared.get(folder)?.has(name))
    .map((name) => `undeclared: ${source} -> ${name}\n  declare it in ${folder}/package.json`)
})
for (const line of new Set(undeclared)) console.error(line)

const read = positionals.length > 0 ? positionals : packages
const unread = read.filter((folder) => !modules.some(({ source }) => source.startsWith(`${folder}/`)))
for (const folder of unread) console.error(`unread: no module of ${folder} was read, so its imports were not checked`)

const violations = summary.violations.length + undeclared.length
const checked = modules.filter(({ source }) => packages.some((folder) => source.startsWith(`${folder}/`))).length
console.log(`import law: ${checked} modules in ${packages.length} packages, ${violations} violations`)
process.exitCode = violations || unread.length || read.length === 0 ? 1 : 0
