import { useSyncExternalStore } from 'react'
import { type LoadState, loadStateOf, onLoadState } from '../host/load-state.ts'
import { fits, type InstalledModule } from '../module.ts'

/** `on` says nothing about the code: whether it can be loaded is known once it was. */
export type ModuleState =
  | { readonly state: 'off' | 'incompatible' | 'on' | 'loading' | 'ready' }
  | Extract<LoadState, { state: 'failed' }>

/** How a module fares, as far as this tab knows. */
export function useModuleState(module: InstalledModule): ModuleState {
  const loaded = useSyncExternalStore(onLoadState, () => loadStateOf(module))
  if (!module.enabled) return { state: 'off' }
  if (!fits(module)) return { state: 'incompatible' }
  return loaded ?? { state: 'on' }
}
