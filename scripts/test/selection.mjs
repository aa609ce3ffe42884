import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const usage = `npm test                       all tests
npm test -- FOLDER...          tests of these folders: plugins/alerts, agent-plugins/ping, sdk/plugin, kernel, agent,
                               dashboard, config, scripts, e2e (the tests of the whole system)
npm test -- --changed          tests of what changed since origin/main, including uncommitted changes, with dependents`

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
      // The programs list plugins and the dashboard as dependencies but do not use their code.
      const loadedAtRunTime = /^@svc\/(plugin-(?!sdk)|agent-plugin-|dashboard$)/
      return {
        folder,
        name: manifest.name,
        uses: /^(kernel|agent)$/.test(folder) ? uses.filter((name) => !loadedAtRunTime.test(name)) : uses,
      }
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
    for (const { folder: dependent, uses } of packages) if (name && uses.includes(name)) found.add(dependent)
  }
  return [...found]
}

/**
 * The folders that changed files belong to, or `all` if one of them affects everything.
 * @param {readonly string[]} files
 * @param {readonly Package[]} packages
 * @returns {string[] | 'all'}
 */
export function foldersOf(files, packages) {
  const folders = new Set()
  for (const file of files) {
    const owner = packages.find(({ folder }) => file.startsWith(`${folder}/`))?.folder
    const affectsAll = owner === 'e2e' ? !/^e2e\/([^/]+\.test\.ts|bench\/)/.test(file) : owner === undefined
    // Markdown files at the root are checked by the tests of `scripts`.
    if (affectsAll && !/^[^/]+\.md$/.test(file)) return 'all'
    folders.add(owner ?? 'scripts')
  }
  return [...folders]
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
