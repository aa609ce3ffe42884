import type { PluginView } from '@svc/plugin-system/contract'

/** Why a plugin cannot be switched here. */
export type Fixed = 'required' | 'locked' | 'absent' | 'package'

export interface PluginSwitch {
  /** whether it is meant to run; whether it does is its state */
  readonly on: boolean
  readonly fixed?: Fixed
}

/**
 * The server does not tell the version of a package whose manifest it did not accept. Such a package cannot be switched
 * on; one that was refused for another reason (a missing requirement, its configuration) was switched on before.
 */
const isUnacceptable = ({ state, version, bundled }: PluginView) => state === 'refused' && version === null && !bundled

export function switchOf(plugin: PluginView): PluginSwitch {
  if (plugin.state === 'absent') return { on: false, fixed: 'absent' }
  if (plugin.required) return { on: true, fixed: 'required' }
  if (plugin.locked) return { on: false, fixed: 'locked' }
  if (isUnacceptable(plugin)) return { on: false, fixed: 'package' }
  return { on: plugin.state !== 'disabled' }
}
