import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hostPackages } from './host-packages.ts'

/** Plugins that run from the folder in which they are developed, by the name of their package. */
export type Links = Readonly<Record<string, string>>

const linksFile = (pluginsFolder: string) => join(pluginsFolder, 'links.json')

export function readLinks(pluginsFolder: string): Links {
  const file = linksFile(pluginsFolder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export const writeLinks = (pluginsFolder: string, links: Links): void =>
  writeFileSync(linksFile(pluginsFolder), `${JSON.stringify(links, null, 2)}\n`)

/** What a build changes: the state of the files of each half, as text to compare. */
export interface LinkState {
  readonly server: string
  readonly dashboard: string
}

const ignored = /(?:^|[\\/])(?:node_modules|\.[^\\/]+)(?:[\\/]|$)/

function stateOf(path: string, except?: string): string[] {
  try {
    const found = statSync(path)
    if (found.isFile()) return [`${path} ${found.size} ${found.mtimeMs}`]
    return readdirSync(path)
      .map((name) => join(path, name))
      .filter((each) => each !== except && !ignored.test(each.slice(path.length)))
      .sort()
      .flatMap((each) => stateOf(each, except))
  } catch {
    // A build may be replacing it.
    return []
  }
}

/** `entry` is the URL of the server half; while its manifest is broken, everything belongs to it. */
export function linkState(folder: string, entry: () => string, dashboard?: string): LinkState {
  let modules = folder
  try {
    modules = dirname(fileURLToPath(entry()))
  } catch {
    // everything
  }
  return {
    server: [join(folder, 'package.json'), join(folder, 'locales'), modules]
      .flatMap((path) => stateOf(path, dashboard))
      .join('\n'),
    dashboard: dashboard === undefined ? '' : stateOf(dashboard).join('\n'),
  }
}

interface Linked {
  /** the URL of a module beside the packages of the program */
  readonly host: string
  /** changes with each load, because Node never reloads a module of the same URL */
  readonly version: number
}

/** by the URL of the folder, with `/` at its end */
const linked = new Map<string, Linked>()

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

function addHooks(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const isLinked = (url = '') => [...linked].find(([folder]) => url.startsWith(folder))
      const [, from] = isLinked(context.parentURL) ?? []
      // Its own copies of what the program provides are for types and tests.
      const isHosted = from !== undefined && hostPackages().includes(packageOf(specifier))
      const resolved = next(specifier, isHosted ? { ...context, parentURL: from.host } : context)
      const [folder = '', to] = isLinked(resolved.url) ?? []
      if (!to || resolved.url.slice(folder.length).includes('node_modules/')) return resolved
      const url = new URL(resolved.url)
      url.searchParams.set('load', String(to.version))
      return { ...resolved, url: url.href }
    },
  })
}

/** Imports the current modules of a linked plugin, also if it was imported before. `nodeModules` has the program's packages. */
export function importAgain(folder: string, entry: string, nodeModules: string): Promise<{ default?: unknown }> {
  const url = `${pathToFileURL(folder).href}/`
  if (linked.size === 0) addHooks()
  const { version = 0 } = linked.get(url) ?? {}
  linked.set(url, { host: pathToFileURL(join(nodeModules, 'linked.js')).href, version: version + 1 })
  return import(entry)
}
