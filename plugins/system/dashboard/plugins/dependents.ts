import type { PluginView } from '@svc/plugin-system/contract'

type Node = Pick<PluginView, 'id' | 'state' | 'requires' | 'provides'>

/** The running plugins that cannot run without `plugin`, and those that cannot run without them. */
export function dependentsOf<P extends Node>(plugin: Node, plugins: readonly P[]): readonly P[] {
  const gone = new Set(plugin.provides ?? [])
  const found = new Set<P>()
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const other of plugins) {
      if (other.id === plugin.id || other.state !== 'running') continue
      if (!(other.requires ?? []).some((service) => gone.has(service))) continue
      found.add(other)
      for (const service of other.provides ?? []) gone.add(service)
    }
  }
  return [...found]
}
