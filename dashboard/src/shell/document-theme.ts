import { useTheme } from '@svc/dashboard-sdk/host'
import { useLayoutEffect } from 'react'

/** Applies the chosen theme to the document. Transitions are paused meanwhile, otherwise every color would fade separately. */
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
