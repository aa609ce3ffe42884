import { Badge, useT } from '@svc/dashboard-sdk'
import { SDK_VERSION } from '@svc/widget-sdk'
import { type ReactNode, useSyncExternalStore } from 'react'
import { type LoadState, loadStateOf, onLoadState } from '../host/load-state.ts'
import { type InstalledModule, isModuleCompatible } from '../module.ts'

const tones = {
  on: 'ok',
  ready: 'ok',
  loading: 'ok',
  off: 'neutral',
  incompatible: 'warn',
  failed: 'danger',
} as const satisfies Record<ModuleState['state'], string>

/** State of a module, with the reason if it cannot be used. */
export function StateMark({ module }: { module: InstalledModule }): ReactNode {
  const t = useT()
  const state = useModuleState(module)
  const needs = { range: module.manifest.sdkVersion, version: SDK_VERSION }
  return (
    <div className="min-w-0">
      <Badge tone={tones[state.state]}>{t(`state.${state.state}`)}</Badge>
      {state.state === 'off' && module.source_type === 'Builtin' && (
        <p className="mt-1 text-muted text-xs">{t('state.offUntilStart')}</p>
      )}
      {state.state === 'incompatible' && <p className="mt-1 text-muted text-xs">{t('state.needs', needs)}</p>}
      {state.state === 'failed' && (
        <p className="wrap-anywhere mt-1 line-clamp-4 max-w-80 text-muted text-xs">
          {t(`fault.${state.fault}`, { detail: state.detail })}
        </p>
      )}
    </div>
  )
}

/** `on`: enabled, but its code was not loaded in this tab. */
export type ModuleState =
  | { readonly state: 'off' | 'incompatible' | 'on' | 'loading' | 'ready' }
  | Extract<LoadState, { state: 'failed' }>

function useModuleState(module: InstalledModule): ModuleState {
  const loaded = useSyncExternalStore(onLoadState, () => loadStateOf(module))
  if (!module.enabled) return { state: 'off' }
  if (!isModuleCompatible(module)) return { state: 'incompatible' }
  return loaded ?? { state: 'on' }
}
