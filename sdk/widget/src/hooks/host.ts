import { useCallback } from 'react'
import { getRuntime, type ThemeSnapshot } from '../runtime.ts'
import { useStore } from './use-store.ts'

/** Light or dark, and the colours of the theme. */
export function useTheme(): ThemeSnapshot {
  const { theme } = getRuntime()
  return useStore(theme.subscribe, theme.get)
}

/** Returns a function that saves a change of this placement's configuration; rejects when the user may not. */
export function useConfigUpdate(instanceId: string): (patch: Readonly<Record<string, unknown>>) => Promise<void> {
  return useCallback((patch) => getRuntime().onConfigUpdate(instanceId, patch), [instanceId])
}
