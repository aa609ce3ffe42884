import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
// Private windows may refuse storage; the choice then lasts as long as the tab.
const memory = new Map<string, string>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

/** Remembers a choice of this browser under `svc.<key>`. */
export function store(key: string, value: string): void {
  memory.set(`svc.${key}`, value)
  try {
    localStorage.setItem(`svc.${key}`, value)
  } catch {
    // kept in memory above
  }
  for (const notify of listeners) notify()
}

export const stored = (key: string): string | null => read(`svc.${key}`)

/** Calls back when a remembered choice changes here or in another tab. */
function onStored(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}

/** A choice that this browser remembers, one of `allowed`; the first is the default. Follows other tabs. */
export function useStored<const T extends string>(key: string, allowed: readonly [T, ...T[]]): [T, (value: T) => void] {
  const raw = useSyncExternalStore(onStored, () => stored(key))
  const set = useCallback((value: T) => store(key, value), [key])
  return [allowed.find((value) => value === raw) ?? allowed[0], set]
}
