import type { ImportFault } from '@svc/dashboard-sdk'
import { type InstalledModule, versionKey } from '../module.ts'

/** The import failed, or the default export is not a widget. */
export type LoadFault = ImportFault | 'brand'

/** Load state of a module in this tab. */
export type LoadState =
  | { readonly state: 'loading' | 'ready' }
  | { readonly state: 'failed'; readonly fault: LoadFault; readonly detail: string }

const states = new Map<string, LoadState>()
const listeners = new Set<() => void>()

/** Undefined if not loaded in this tab. */
export const loadStateOf = (module: InstalledModule): LoadState | undefined => states.get(versionKey(module))

export function setLoadState(module: InstalledModule, state: LoadState): void {
  states.set(versionKey(module), state)
  for (const notify of listeners) notify()
}

export function onLoadState(notify: () => void): () => void {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}
