import { useSyncExternalStore } from 'react'
import { useStoredChoice } from './local-storage.ts'

/** The stored choice. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const query = () => window.matchMedia('(prefers-color-scheme: dark)')

function onSystemTheme(notify: () => void) {
  const media = query()
  media.addEventListener('change', notify)
  return () => media.removeEventListener('change', notify)
}

/** The chosen theme, the effective one, and the setter. */
export function useTheme(): { choice: ThemeChoice; theme: 'light' | 'dark'; choose: (choice: ThemeChoice) => void } {
  const [choice, choose] = useStoredChoice<ThemeChoice>('theme', ['system', 'light', 'dark'])
  const dark = useSyncExternalStore(onSystemTheme, () => query().matches)
  const theme = choice === 'system' ? (dark ? 'dark' : 'light') : choice
  return { choice, theme, choose }
}
