import { existsSync, readdirSync } from 'node:fs'
import { type Installed, installed } from './installed.ts'

const folder = new URL('../../agent-plugins/', import.meta.url)

/**
 * The plugins that come with the agent; their code is not imported here. In a checkout this is read from its folders;
 * the build replaces this module with the same in literals.
 */
export const bundled: readonly Installed[] = readdirSync(folder)
  .filter((id) => existsSync(new URL(`${id}/package.json`, folder)))
  .map((id) => installed(`@svc/agent-plugin-${id}`))
