import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from './boot-error.js'
import { type Bundled, bundled } from './bundled.js'
import type { Candidate } from './candidate.js'
import { linkHostPackages } from './host-packages.js'
import { claimsPlugin, idOf, type Manifest, manifestFault } from './manifest.js'
import { packageEntry } from './package-entry.js'
import { packageFolder } from './package-folder.js'

/** Where third-party plugins are installed. */
export const pluginsDir = (dataDir: string): string => join(dataDir, 'plugins')

const readJson = (folder: string): unknown => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

function fromProgram({ id, required, load }: Bundled): Candidate {
  const { version, svc } = readJson(packageFolder(`@svc/plugin-${id}`)) as Manifest
  return {
    ...{ id, required, bundled: true },
    title: svc.title ?? id,
    description: svc.description ?? '',
    version: version ?? null,
    load: async () => (await load()).default,
  }
}

const entries = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** Names of the packages in a `node_modules` folder. */
const packagesIn = (folder: string): string[] =>
  entries(folder).flatMap((name) => {
    if (name.startsWith('.')) return []
    return name.startsWith('@') ? entries(join(folder, name)).map((inner) => `${name}/${inner}`) : [name]
  })

function refused(name: string, refusal: string): Candidate {
  const load = () => Promise.reject(new Error(refusal))
  return { id: name, title: name, description: '', version: null, bundled: false, required: false, refusal, load }
}

function fromDisk(nodeModules: string, name: string): Candidate | undefined {
  const folder = join(nodeModules, name)
  let json: unknown
  try {
    json = readJson(folder)
  } catch (error) {
    return idOf(name) ? refused(name, `its package.json cannot be read: ${reasonOf(error)}`) : undefined
  }
  if (!claimsPlugin(json)) return undefined
  const fault = manifestFault(json)
  const manifest = json as Manifest
  const id = fault === undefined ? idOf(manifest.name) : undefined
  if (fault !== undefined || id === undefined) return refused(idOf(name) ?? name, fault ?? 'its name is not acceptable')
  return {
    ...{ id, bundled: false, required: false },
    title: manifest.svc.title ?? id,
    description: manifest.svc.description ?? '',
    version: manifest.version ?? null,
    async load() {
      linkHostPackages(nodeModules)
      const module = (await import(packageEntry(realpathSync(folder), manifest))) as { default?: unknown }
      return module.default
    },
  }
}

/** Everything that could run: what comes with the program, and what is installed in the data directory. No code runs. */
export function discover(dataDir: string): Candidate[] {
  const nodeModules = join(pluginsDir(dataDir), 'node_modules')
  const found = new Map(bundled.map((plugin) => [plugin.id, fromProgram(plugin)]))
  for (const name of packagesIn(nodeModules)) {
    // links to the program's own packages
    if (name.startsWith('@svc/')) continue
    const candidate = fromDisk(nodeModules, name)
    if (!candidate) continue
    const rival = found.get(candidate.id)
    const chosen = rival
      ? refused(name, `its id ${candidate.id} is taken by ${rival.bundled ? 'the program' : rival.title}`)
      : candidate
    found.set(chosen.id, chosen)
  }
  return [...found.values()]
}
