import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AgentPluginDefinition } from '@svc/agent-sdk'

/** A plugin package as it lies on disk. */
export interface Installed {
  readonly name: string
  /** the parsed package.json; reading it runs no code of the plugin */
  packageJson(): unknown
  load(): Promise<{ default: AgentPluginDefinition }>
}

/** Looks in the folders Node would look in: a package need not export its package.json. */
function readPackageJson(name: string): unknown {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error('the package is not installed')
}

/** A plugin that is found by its package name. */
export const installed = (name: string): Installed => ({
  name,
  packageJson: () => readPackageJson(name),
  load: () => import(name),
})
