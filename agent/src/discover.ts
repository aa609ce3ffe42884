import type { AgentPluginDefinition, Logger } from '@svc/agent-sdk'
import { type Capability, type CapabilityTable, capabilityTable } from '@svc/protocol'
import { reasonOf } from './fatal-error.ts'
import type { Installed } from './installed.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** An installed plugin whose code has not been imported yet. */
export interface Candidate {
  readonly manifest: Manifest
  /** from the folder of the host: its code runs in a thread of its own */
  readonly isForeign?: boolean
  load(): Promise<{ default: AgentPluginDefinition }>
}

/** Reads the manifests of the installed plugins. Invalid or incompatible ones are logged and skipped. */
export function discover(plugins: readonly Installed[], log: Logger): Candidate[] {
  const found: Candidate[] = []
  for (const { name, packageJson, load } of plugins) {
    try {
      found.push({ manifest: readManifest(packageJson(), tableOf(found)), load })
    } catch (error) {
      log.error({ plugin: name, reason: reasonOf(error) }, 'agent plugin rejected')
    }
  }
  return found
}

/** The capabilities that these plugins declare. */
export const tableOf = (candidates: readonly Candidate[]): CapabilityTable =>
  capabilityTable(candidates.flatMap(({ manifest }) => [...manifest.capabilities]))

/**
 * Splits the candidates by policy. A plugin is denied if all capabilities it declares are denied; one that declares none
 * is always chosen.
 */
export function select(candidates: readonly Candidate[], policy: ReadonlySet<Capability>) {
  const isPermitted = ({ manifest }: Candidate) =>
    manifest.capabilities.size === 0 || [...manifest.capabilities.keys()].some((name) => policy.has(name))
  return {
    chosen: candidates.filter(isPermitted),
    denied: candidates.filter((candidate) => !isPermitted(candidate)),
  }
}
