import type { PluginView } from '@svc/plugin-system/contract'

/** Why a plugin cannot be enabled or disabled here. */
export type Fixed = 'required' | 'locked' | 'absent' | 'package'

export interface PluginSwitch {
  /** whether it is enabled; whether it runs is its state */
  readonly on: boolean
  readonly fixed?: Fixed
}

/**
 * Packages with an invalid manifest have no version and cannot be enabled. Packages that were refused for another reason
 * (missing service, configuration) have been enabled before.
 */
const hasInvalidManifest = ({ state, version, bundled }: PluginView) =>
  state === 'refused' && version === null && !bundled

export function switchOf(plugin: PluginView): PluginSwitch {
  if (plugin.state === 'absent') return { on: false, fixed: 'absent' }
  if (plugin.required) return { on: true, fixed: 'required' }
  if (plugin.locked) return { on: false, fixed: 'locked' }
  if (hasInvalidManifest(plugin)) return { on: false, fixed: 'package' }
  return { on: plugin.state !== 'disabled' }
}
