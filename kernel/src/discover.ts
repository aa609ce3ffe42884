import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { capabilityTable } from '@svc/protocol'
import { reasonOf } from './boot-error.ts'
import { type BundledPlugin, bundledCapabilities, bundledPlugins, pageFolder } from './bundled.ts'
import type { Candidate } from './candidate.ts'
import { type DeclaredCapability, declaredCapabilities } from './capabilities.ts'
import { linkHostPackages } from './host-packages.ts'
import { importAgain, linkState, readLinks } from './linked-plugins.ts'
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
  uses: manifest.svc.uses ?? [],
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

interface Place {
  readonly folder: string
  readonly name: string
  /** with the packages of the program */
  readonly nodeModules: string
  /** it runs from the folder in which it is developed */
  readonly isLinked: boolean
}

function fromDisk(
  { folder, name, nodeModules, isLinked }: Place,
  others: readonly DeclaredCapability[],
): Candidate | undefined {
  const broken = (error: string): Candidate => ({
    ...refused(idOf(name) ?? name, error),
    state: isLinked ? () => linkState(folder, () => folder) : undefined,
  })
  let json: unknown
  try {
    json = readJson(folder)
  } catch (error) {
    return idOf(name) ? broken(`its package.json cannot be read: ${reasonOf(error)}`) : undefined
  }
  if (!claimsPlugin(json)) return undefined
  const error = manifestError(
    json,
    bundledPlugins.map(({ id }) => id),
    capabilityTable(others),
  )
  if (error !== undefined) return broken(error)
  const manifest = json as Manifest
  const present = (isLinked ? undefined : imported.get(folder)) ?? manifest
  const dashboard = present.svc.dashboard === undefined ? undefined : join(folder, present.svc.dashboard)
  const entryOf = () => packageEntry(realpathSync(folder), present)
  return {
    ...describe(idOf(manifest.name) as string, present),
    bundled: false,
    required: false,
    locales: join(folder, 'locales'),
    page: present.svc.page === undefined ? undefined : join(folder, present.svc.page),
    dashboard,
    state: isLinked ? () => linkState(folder, entryOf, dashboard) : undefined,
    uses: [...(manifest.svc.uses ?? []), ...Object.keys(manifest.svc.capabilities ?? {})],
    capabilities: declaredCapabilities(folder, manifest.svc.capabilities),
    pending: present.version === manifest.version ? undefined : `version ${manifest.version} ${pendingRestart}`,
    async load() {
      linkHostPackages(nodeModules)
      if (isLinked) return (await importAgain(realpathSync(folder), entryOf(), nodeModules)).default
      imported.set(folder, present)
      return ((await import(entryOf())) as { default?: unknown }).default
    },
  }
}

/** Finds the bundled plugins and those installed in the data directory, without running their code. */
export const discover = (dataDir: string): Candidate[] => discoverIn(pluginsDir(dataDir))

/** The bundled plugins, with that of a mode if the program runs in it. */
export const discoverBundled = (mode?: string): Candidate[] =>
  bundledPlugins
    .filter(({ id, manifest: { svc } }) => svc.mode === undefined || id === mode)
    // Without its plugin a mode has none of its protections.
    .map((plugin) => ({ ...fromBundle(plugin), ...(plugin.id === mode && { required: true }) }))

/** Finds the bundled plugins and those installed in a folder. */
export function discoverIn(folder: string): Candidate[] {
  const nodeModules = join(folder, 'node_modules')
  const found = new Map(discoverBundled().map((plugin) => [plugin.id, plugin]))
  const links = Object.entries(readLinks(folder))
  const places = [
    // Those of the program are linked there, too.
    ...packagesIn(nodeModules)
      .filter((name) => !name.startsWith('@svc/'))
      .map((name): Place => ({ folder: join(nodeModules, name), name, nodeModules, isLinked: false })),
    ...links.map(([name, path]): Place => ({ folder: path, name, nodeModules, isLinked: true })),
  ]
  for (const place of places) {
    const { name } = place
    const others = [...found.values()].flatMap(({ capabilities = [] }) => capabilities)
    const candidate = fromDisk(place, [...bundledCapabilities, ...others])
    if (!candidate) continue
    const rival = found.get(candidate.id)
    const chosen = rival
      ? refused(name, `its id ${candidate.id} is taken by ${rival.bundled ? 'the program' : rival.title}`)
      : candidate
    found.set(chosen.id, chosen)
  }
  return [...found.values()]
}
