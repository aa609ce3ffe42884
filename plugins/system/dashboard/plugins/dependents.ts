import type { PluginView } from '@svc/plugin-system/contract'

type Node = Pick<PluginView, 'id' | 'state' | 'requires' | 'provides'>

/** The running plugins that depend on `plugin`, directly or indirectly. */
export function dependentsOf<P extends Node>(plugin: Node, plugins: readonly P[]): readonly P[] {
  const removedServices = new Set(plugin.provides ?? [])
  const dependents = new Set<P>()
  for (let before = -1; before !== dependents.size; ) {
    before = dependents.size
    for (const other of plugins) {
      if (other.id === plugin.id || other.state !== 'running') continue
      if (!(other.requires ?? []).some((service) => removedServices.has(service))) continue
      dependents.add(other)
      for (const service of other.provides ?? []) removedServices.add(service)
    }
  }
  return [...dependents]
}
