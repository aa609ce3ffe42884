import { type InstalledModule, versionKey } from '../module.ts'

/**
 * Why a module cannot be used: it was not delivered, it did not come to an end, it threw while it was imported, or its
 * default export is no widget.
 */
export type LoadFault = 'network' | 'stalled' | 'threw' | 'brand'

/** What this tab knows of the code of a module. */
export type LoadState =
  | { readonly state: 'loading' | 'ready' }
  | { readonly state: 'failed'; readonly fault: LoadFault; readonly detail: string }

const states = new Map<string, LoadState>()
const listeners = new Set<() => void>()

/** Undefined when this tab has not loaded it yet. */
export const loadStateOf = (module: InstalledModule): LoadState | undefined => states.get(versionKey(module))

export function noteLoadState(module: InstalledModule, state: LoadState): void {
  states.set(versionKey(module), state)
  for (const notify of listeners) notify()
}

export function onLoadState(notify: () => void): () => void {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}
