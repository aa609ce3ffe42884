import type { ThemeSnapshot } from '@svc/widget-sdk'
import { makeStore } from './store.ts'

type Mode = ThemeSnapshot['mode']

const snapshot = (mode: Mode): ThemeSnapshot => ({
  mode,
  cssVar: (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim(),
})

const preferred: Mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

/** The theme selected on the page. */
export const theme = makeStore(snapshot(preferred))

export function setTheme(mode: Mode): void {
  document.documentElement.dataset.theme = mode
  theme.set(snapshot(mode))
}
setTheme(preferred)
