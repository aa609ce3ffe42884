import { createContext, useContext } from 'react'
import type { Registry } from './registry.ts'

const empty: Registry = { plugins: [], pages: new Map(), fills: new Map(), widgets: new Map() }

/** What the running plugins contribute; set by the shell. */
export const RegistryContext = createContext<Registry>(empty)

export const useRegistry = () => useContext(RegistryContext)

/** Whether `plugin` is running and part of this build. */
export const usePluginRunning = (plugin: string): boolean =>
  useRegistry().plugins.some((dashboard) => dashboard.plugin === plugin)
