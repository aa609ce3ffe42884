import type { AgentPluginDefinition, Logger } from '@svc/agent-sdk'
import type { Capability } from '@svc/protocol'
import type { Installed } from './installed.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { reasonOf } from './refusal.ts'

/** A plugin that was found but whose code was not touched yet. */
export interface Candidate {
  readonly manifest: Manifest
  load(): Promise<{ default: AgentPluginDefinition }>
}

/** Reads the manifests of the installed plugins. One that is broken or too new is left out with its reason. */
export function discover(plugins: readonly Installed[], log: Logger): Candidate[] {
  return plugins.flatMap((plugin) => {
    try {
      return [{ manifest: readManifest(plugin.packageJson()), load: plugin.load }]
    } catch (error) {
      log.error({ plugin: plugin.name, reason: reasonOf(error) }, 'agent plugin refused')
      return []
    }
  })
}

/**
 * Splits the candidates by the policy. A plugin all of whose declared capabilities are denied is never imported; one
 * that declares none needs no permission.
 */
export function select(candidates: readonly Candidate[], policy: ReadonlySet<Capability>) {
  const isPermitted = ({ manifest }: Candidate) =>
    manifest.capabilities.length === 0 || manifest.capabilities.some((name) => policy.has(name))
  return {
    chosen: candidates.filter(isPermitted),
    denied: candidates.filter((candidate) => !isPermitted(candidate)),
  }
}
