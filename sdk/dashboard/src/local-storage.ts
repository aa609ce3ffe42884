import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
// Fallback for private windows that block storage: lasts as long as the tab.
const memory = new Map<string, string>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

/** Stores a value in this browser under `svc.<key>`; undefined removes it. */
export function store(key: string, value: string | undefined): void {
  const name = `svc.${key}`
  try {
    if (value === undefined) {
      memory.delete(name)
      localStorage.removeItem(name)
    } else {
      memory.set(name, value)
      localStorage.setItem(name, value)
    }
  } catch {
    // stays in memory only
  }
  for (const notify of listeners) notify()
}

export const stored = (key: string): string | null => read(`svc.${key}`)

/** Notifies when a stored value changes, here or in another tab. */
function onStored(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}

/** A choice stored in this browser, one of `allowed`; the first is the default. Synced between tabs. */
export function useStoredChoice<const T extends string>(
  key: string,
  allowed: readonly [T, ...T[]],
): [T, (value: T) => void] {
  const raw = useSyncExternalStore(onStored, () => stored(key))
  const set = useCallback((value: T) => store(key, value), [key])
  return [allowed.find((value) => value === raw) ?? allowed[0], set]
}

/** A text stored in this browser; without a key nothing is stored. */
export function useStoredText(key: string | undefined): [string | null, (value: string | undefined) => void] {
  const text = useSyncExternalStore(onStored, () => (key === undefined ? null : stored(key)))
  const set = useCallback(
    (value: string | undefined) => {
      if (key !== undefined) store(key, value)
    },
    [key],
  )
  return [text, set]
}
