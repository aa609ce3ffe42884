import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundledPlugins, hostPackageFolder } from './bundled.ts'

/** What third-party plugins import from the program: the SDK, and the contracts of the plugins that come with it. */
const names = (): string[] => [
  '@svc/plugin-sdk',
  '@svc/protocol',
  '@sinclair/typebox',
  ...bundledPlugins.map(({ manifest }) => manifest.name),
]

/**
 * Makes the program's own packages importable from `node_modules` of the plugin folder, wherever the data directory is.
 * A copy that is installed there is left alone: references meet by id. A link may lead to where the program was before.
 */
export function linkHostPackages(nodeModules: string): void {
  for (const name of names()) {
    const link = join(nodeModules, name)
    const target = hostPackageFolder(name)
    const present = lstatSync(link, { throwIfNoEntry: false })
    if (present && (!present.isSymbolicLink() || readlinkSync(link) === target)) continue
    rmSync(link, { force: true })
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link, 'junction')
  }
}
