import { useCallback } from 'react'
import { getRuntime, type ThemeSnapshot } from '../runtime.ts'
import { useStore } from './use-store.ts'

/** The theme: light or dark, and its colors. */
export function useTheme(): ThemeSnapshot {
  const { theme } = getRuntime()
  return useStore(theme.subscribe, theme.get)
}

/** Returns a function that saves a change of this placement's configuration; rejects if the user is not permitted to. */
export function useConfigUpdate(instanceId: string): (patch: Readonly<Record<string, unknown>>) => Promise<void> {
  return useCallback((patch) => getRuntime().onConfigUpdate(instanceId, patch), [instanceId])
}
