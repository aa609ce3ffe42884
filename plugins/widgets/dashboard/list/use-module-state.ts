import { useSyncExternalStore } from 'react'
import { type LoadState, loadStateOf, onLoadState } from '../host/load-state.ts'
import { type InstalledModule, isModuleCompatible } from '../module.ts'

/** `on`: enabled, but its code was not loaded in this tab. */
export type ModuleState =
  | { readonly state: 'off' | 'incompatible' | 'on' | 'loading' | 'ready' }
  | Extract<LoadState, { state: 'failed' }>

export function useModuleState(module: InstalledModule): ModuleState {
  const loaded = useSyncExternalStore(onLoadState, () => loadStateOf(module))
  if (!module.enabled) return { state: 'off' }
  if (!isModuleCompatible(module)) return { state: 'incompatible' }
  return loaded ?? { state: 'on' }
}
