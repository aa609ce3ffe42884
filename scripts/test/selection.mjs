import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const usage = `npm test                       all tests
npm test -- FOLDER...          tests of these folders: plugins/alerts, agent-plugins/ping, sdk/plugin, kernel, agent,
                               dashboard, config, scripts, e2e (the tests of the whole system)
npm test -- --changed          tests of what changed since origin/main (or main), including uncommitted changes, with dependents`

/** @typedef {{ folder: string, name: string, uses: string[] }} Package */

/** The names of the plugins that have pages. @param {string} root */
const pluginsWithPages = (root) =>
  readdirSync(join(root, 'plugins'))
    .filter((id) => existsSync(join(root, 'plugins', id, 'dashboard')))
    .map((id) => `@svc/plugin-${id}`)

/**
 * The packages of the repository, with their dependencies.
 * @param {string} root
 * @returns {Package[]}
 */
export function packagesOf(root) {
  const below = ['sdk', 'plugins', 'agent-plugins'].flatMap((top) =>
    readdirSync(join(root, top)).map((name) => `${top}/${name}`),
  )
  return [...below, 'config', 'kernel', 'agent', 'dashboard', 'e2e', 'scripts']
    .filter((folder) => folder === 'scripts' || existsSync(join(root, folder, 'package.json')))
    .map((folder) => {
      if (folder === 'scripts') return { folder, name: 'scripts', uses: [] }
      const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      const uses = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
      // The browser application finds the pages of plugins by glob.
      if (folder === 'dashboard') uses.push(...pluginsWithPages(root))
      return { folder, name: manifest.name, uses }
    })
}

/**
 * The folders and those of all packages that depend on them, directly or indirectly.
 * @param {readonly string[]} folders
 * @param {readonly Package[]} packages
 */
export function withDependents(folders, packages) {
  const found = new Set(folders)
  for (const folder of found) {
    const { name } = packages.find((candidate) => candidate.folder === folder) ?? {}
    // An agent plugin uses the messages of a server plugin only, not what that one stands on.
    const isIndirect = folder.startsWith('plugins/') && !folders.includes(folder)
    for (const { folder: dependent, uses } of packages)
      if (name && uses.includes(name) && !(isIndirect && dependent.startsWith('agent-plugins/'))) found.add(dependent)
  }
  return [...found]
}

const isDocument = (/** @type {string} */ file) => file.endsWith('.md')
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$|\/(e2e|test|testing)\//.test(file)

/**
 * What to test after files changed: folders, or single tests of the whole system; `all` if a file affects everything.
 * Sources also affect the packages that use them; tests only their own folder. `scripts` tests the documents.
 * @param {readonly string[]} files
 * @param {readonly Package[]} packages
 * @returns {string[] | 'all'}
 */
export function affectedBy(files, packages) {
  const affected = new Set()
  for (const file of files) {
    const owner = packages.find(({ folder }) => file.startsWith(`${folder}/`))?.folder
    if (isDocument(file)) affected.add('scripts')
    else if (/^e2e\/[^/]+\.test\.ts$/.test(file)) affected.add(file)
    else if (owner === undefined || (owner === 'e2e' && !file.startsWith('e2e/bench/'))) return 'all'
    else if (owner !== 'e2e')
      for (const folder of isTest(file) ? [owner] : withDependents([owner], packages)) affected.add(folder)
  }
  return affected.has('e2e') ? 'all' : [...affected]
}

/**
 * Parses the arguments of `npm test`.
 * @param {readonly string[]} args
 * @param {readonly Package[]} packages
 * @returns {'all' | 'changed' | 'unknown' | string[]}
 */
export function parseSelection(args, packages) {
  if (args.length === 0) return 'all'
  if (args.length === 1 && args[0] === '--changed') return 'changed'
  const folders = args.map((arg) => arg.replace(/^\.\//, '').replace(/\/+$/, ''))
  return folders.every((wanted) => packages.some(({ folder }) => folder === wanted)) ? [...new Set(folders)] : 'unknown'
}
