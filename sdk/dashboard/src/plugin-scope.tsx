import { createContext, type ReactNode, useContext } from 'react'
import { loadTexts } from './texts.ts'

const Scope = createContext('sdk')

/** The plugin whose contribution is being rendered; decides which texts `useT` reads. */
export const usePluginScope = () => useContext(Scope)

/** Sets the plugin whose texts `useT` reads inside; starts loading them in parallel with its code. */
export function PluginScope({ plugin, children }: { plugin: string; children: ReactNode }): ReactNode {
  void loadTexts(plugin)
  return <Scope value={plugin}>{children}</Scope>
}
