import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { capabilityTable } from '@svc/protocol'
import { reasonOf } from './boot-error.ts'
import { type BundledPlugin, bundledCapabilities, bundledPlugins, pageFolder } from './bundled.ts'
import type { Candidate } from './candidate.ts'
import { type DeclaredCapability, declaredCapabilities } from './capabilities.ts'
import { linkHostPackages } from './host-packages.ts'
import { claimsPlugin, idOf, type Manifest, manifestError } from './manifest.ts'
import { packageEntry } from './package-entry.ts'

/** Where third-party plugins are installed. */
export const pluginsDir = (dataDir: string): string => join(dataDir, 'plugins')

const readJson = (folder: string): unknown => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const describe = (id: string, { version, svc }: Partial<Manifest>) => {
  const { title = id, description = '' } = svc ?? {}
  return { id, title, description, version: version ?? null, widgets: svc?.widgets }
}

const fromBundle = ({ id, manifest, load }: BundledPlugin): Candidate => ({
  ...describe(id, manifest),
  bundled: true,
  required: manifest.svc.required ?? false,
  page: manifest.svc.page === undefined ? undefined : pageFolder(id),
  load: async () => (await load()).default,
})

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

const refused = (name: string, refusal: string): Candidate => ({
  ...describe(name, {}),
  bundled: false,
  required: false,
  refusal,
  load: () => Promise.reject(new Error(refusal)),
})

/** Manifests of imported packages by folder. Node never reloads imported code, even if an update is installed. */
const imported = new Map<string, Manifest>()
const pendingRestart = 'is installed; restart the server to use it'

function fromDisk(nodeModules: string, name: string, others: readonly DeclaredCapability[]): Candidate | undefined {
  const folder = join(nodeModules, name)
  let json: unknown
  try {
    json = readJson(folder)
  } catch (error) {
    return idOf(name) ? refused(idOf(name) ?? '', `its package.json cannot be read: ${reasonOf(error)}`) : undefined
  }
  if (!claimsPlugin(json)) return undefined
  const error = manifestError(
    json,
    bundledPlugins.map(({ id }) => id),
    capabilityTable(others),
  )
  if (error !== undefined) return refused(idOf(name) ?? name, error)
  const manifest = json as Manifest
  const present = imported.get(folder) ?? manifest
  return {
    ...describe(idOf(manifest.name) as string, present),
    bundled: false,
    required: false,
    locales: join(folder, 'locales'),
    page: present.svc.page === undefined ? undefined : join(folder, present.svc.page),
    dashboard: present.svc.dashboard === undefined ? undefined : join(folder, present.svc.dashboard),
    capabilities: declaredCapabilities(folder, manifest.svc.capabilities),
    pending: present.version === manifest.version ? undefined : `version ${manifest.version} ${pendingRestart}`,
    async load() {
      imported.set(folder, present)
      linkHostPackages(nodeModules)
      return ((await import(packageEntry(realpathSync(folder), present))) as { default?: unknown }).default
    },
  }
}

/** Finds the bundled plugins and those installed in the data directory, without running their code. */
export const discover = (dataDir: string): Candidate[] => discoverIn(pluginsDir(dataDir))

/** Finds the bundled plugins and those installed in a folder. */
export function discoverIn(folder: string): Candidate[] {
  const nodeModules = join(folder, 'node_modules')
  const found = new Map(bundledPlugins.map((plugin) => [plugin.id, fromBundle(plugin)]))
  for (const name of packagesIn(nodeModules)) {
    // Links to the program's own packages.
    if (name.startsWith('@svc/')) continue
    const others = [...found.values()].flatMap(({ capabilities = [] }) => capabilities)
    const candidate = fromDisk(nodeModules, name, [...bundledCapabilities, ...others])
    if (!candidate) continue
    const rival = found.get(candidate.id)
    const chosen = rival
      ? refused(name, `its id ${candidate.id} is taken by ${rival.bundled ? 'the program' : rival.title}`)
      : candidate
    found.set(chosen.id, chosen)
  }
  return [...found.values()]
}
