import { useTheme } from '@svc/dashboard-sdk/host'
import { useLayoutEffect } from 'react'

/** Keeps the document in the chosen theme. Transitions pause during the switch, or every colour would fade by itself. */
export function useDocumentTheme(): void {
  const { theme } = useTheme()
  useLayoutEffect(() => {
    const root = document.documentElement
    if (root.dataset.theme === theme) return
    root.dataset.themeSwitching = ''
    root.dataset.theme = theme
    const timer = setTimeout(() => delete root.dataset.themeSwitching, 80)
    return () => clearTimeout(timer)
  }, [theme])
}
