import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AgentPluginDefinition } from '@svc/agent-sdk'

/** An installed plugin package. */
export interface Installed {
  readonly name: string
  /** reads package.json without running code of the plugin */
  packageJson(): unknown
  load(): Promise<{ default: AgentPluginDefinition }>
}

/** Searches node_modules folders, because a package need not export its package.json. */
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

/** The plugin package with this name. */
export const installed = (name: string): Installed => ({
  name,
  packageJson: () => readPackageJson(name),
  load: () => import(name),
})
