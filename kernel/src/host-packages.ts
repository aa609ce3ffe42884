import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundled } from './bundled.js'
import { packageFolder } from './package-folder.js'

/** What third-party plugins import from the program: the SDK, and the contracts of the plugins that come with it. */
const names = (): string[] => [
  '@svc/plugin-sdk',
  '@svc/protocol',
  '@sinclair/typebox',
  ...bundled.map(({ id }) => `@svc/plugin-${id}`),
]

/**
 * Makes the program's own packages importable from `node_modules` of the plugin folder, wherever the data directory is.
 * What is installed there already is left alone: references meet by id, so copies do not matter.
 */
export function linkHostPackages(nodeModules: string): void {
  for (const name of names()) {
    const link = join(nodeModules, name)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(packageFolder(name), link, 'junction')
  }
}
