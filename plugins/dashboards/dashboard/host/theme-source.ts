import type { ThemeSnapshot } from '@svc/widget-sdk'

const root = () => document.documentElement

function take(): ThemeSnapshot {
  const style = getComputedStyle(root())
  const known = new Map<string, string>()
  return {
    mode: root().dataset.theme === 'dark' ? 'dark' : 'light',
    cssVar(name) {
      const value = known.get(name) ?? style.getPropertyValue(`--${name}`).trim()
      known.set(name, value)
      return value
    },
  }
}

/** The theme for widgets: a snapshot that stays the same until the theme changes. */
export function makeThemeSource() {
  let current: ThemeSnapshot | undefined
  const listeners = new Set<() => void>()
  const changes = new MutationObserver(() => {
    current = undefined
    for (const notify of listeners) notify()
  })
  return {
    get: () => (current ??= take()),
    subscribe(notify: () => void) {
      if (listeners.size === 0) {
        // The theme may have changed while there were no listeners.
        if (current?.mode !== take().mode) current = undefined
        changes.observe(root(), { attributes: true, attributeFilter: ['data-theme'] })
      }
      listeners.add(notify)
      return () => {
        listeners.delete(notify)
        if (listeners.size === 0) changes.disconnect()
      }
    },
  }
}
