import { useWidgetHost } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import type { InstalledModule } from '../module.ts'
import { loadModule } from './load-module.ts'

/** Loads the code of a module outside of a board; the result is its load state. */
export function useTryModule(): (module: InstalledModule) => void {
  const install = useWidgetHost()
  return useCallback(
    (module) =>
      void install()
        .then(() => loadModule(module))
        .catch(() => undefined),
    [install],
  )
}
