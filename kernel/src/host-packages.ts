import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundledPlugins, hostPackageFolder } from './bundled.ts'

/** The packages that third-party plugins may import: the SDK, and the bundled plugins for their contracts. */
export const hostPackages = (): string[] => [
  '@svc/plugin-sdk',
  '@svc/protocol',
  '@sinclair/typebox',
  ...bundledPlugins.map(({ manifest }) => manifest.name),
]

/**
 * Links the program's own packages into `node_modules` of the plugin folder, so that plugins can import them. A copy
 * installed there is kept: references are matched by id. A link to an earlier location of the program is replaced.
 */
export function linkHostPackages(nodeModules: string): void {
  for (const name of hostPackages()) {
    const link = join(nodeModules, name)
    const target = hostPackageFolder(name)
    const present = lstatSync(link, { throwIfNoEntry: false })
    if (present && (!present.isSymbolicLink() || readlinkSync(link) === target)) continue
    rmSync(link, { force: true })
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link, 'junction')
  }
}
