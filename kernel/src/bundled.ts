import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DeclaredCapability, declaredCapabilities } from './capabilities.ts'
import type { Manifest } from './manifest.ts'
import { packageFolder } from './package-folder.ts'

/**
 * The bundled plugins, found in the folder `plugins/`. The build replaces this module with one that contains the same
 * data as literals, because the bundle has no such folder.
 */

/** A plugin that ships with the program. Its code is imported only after it is selected. */
export interface BundledPlugin {
  readonly id: string
  /** its package.json */
  readonly manifest: Manifest
  load(): Promise<{ default: unknown }>
}

const readJson = (url: URL) => JSON.parse(readFileSync(url, 'utf8'))
const folder = new URL('../../plugins/', import.meta.url)

/** The version of the program: SemVer without `v`. */
export const version: string = readJson(new URL('../package.json', import.meta.url)).version

// The compiled package has no plugins beside it: there only its test kit is imported, the programs come from the bundle.
const ids = existsSync(folder) ? readdirSync(folder) : []

export const bundledPlugins: readonly BundledPlugin[] = ids
  .map((id) => ({ id, url: new URL(`${id}/package.json`, folder) }))
  .filter(({ url }) => existsSync(url))
  .map(({ id, url }) => {
    const manifest: Manifest = readJson(url)
    return { id, manifest, load: () => import(manifest.name) }
  })

/** The folder with the texts of one of our packages: `kernel`, one of the SDK, or a plugin by its id. */
export function localesFolder(owner: string): string | undefined {
  for (const name of [`@svc/plugin-${owner}`, `@svc/${owner}`, `@svc/${owner}-sdk`]) {
    try {
      return join(packageFolder(name), 'locales')
    } catch {}
  }
  return undefined
}

/** The built page folder of a bundled plugin: only the bundle has it. */
export const pageFolder = (_id: string): string | undefined => undefined

const agentPlugins = new URL('../../agent-plugins/', import.meta.url)

/** The capabilities of the bundled agent plugins. */
export const bundledCapabilities: readonly DeclaredCapability[] = (
  existsSync(agentPlugins) ? readdirSync(agentPlugins) : []
)
  .map((id) => new URL(`${id}/package.json`, agentPlugins))
  .filter((url) => existsSync(url))
  .flatMap((url) => declaredCapabilities(fileURLToPath(new URL('.', url)), readJson(url).svc?.capabilities))

/** The folder of one of our packages that third-party plugins import. */
export const hostPackageFolder = (name: string): string => packageFolder(name)
