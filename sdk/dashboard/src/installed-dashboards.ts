import { useSyncExternalStore } from 'react'
import type { ImportFault } from './import-module.ts'

/** The dashboard of a third-party plugin, as this tab loaded it. */
export interface InstalledDashboard {
  /** why it is not shown; `invalid`: not what `defineDashboard` returns, `clash`: it declares what another one does */
  readonly fault?: ImportFault | 'invalid' | 'clash'
  /** of the fault, in English */
  readonly detail?: string
  readonly loadMs: number
  /** how often its parts were rendered, and how long that took */
  readonly renders: number
  readonly renderMs: number
}

const states = new Map<string, InstalledDashboard>()
const listeners = new Set<() => void>()

/** The shell tells how loading the dashboard of a third-party plugin went; undefined: it is not loaded any more. */
export function setInstalledDashboard(
  plugin: string,
  state: Pick<InstalledDashboard, 'fault' | 'detail' | 'loadMs'> | undefined,
): void {
  if (state) states.set(plugin, { renders: 0, renderMs: 0, ...state })
  else states.delete(plugin)
  for (const notify of listeners) notify()
}

/** Whether the dashboard of a plugin is that of a third party. */
export const isInstalledDashboard = (plugin: string): boolean => states.has(plugin)

/** Counts a rendering of a part. Whoever shows the figures reads them when it renders. */
export function addRendering(plugin: string, ms: number): void {
  const state = states.get(plugin)
  if (state) states.set(plugin, { ...state, renders: state.renders + 1, renderMs: state.renderMs + ms })
}

const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

/** The dashboard of a third-party plugin in this tab; undefined if it has none. */
export const useInstalledDashboard = (plugin: string): InstalledDashboard | undefined =>
  useSyncExternalStore(subscribe, () => states.get(plugin))
