import { createContext, useContext } from 'react'

/** The plugin whose contribution is being rendered; decides which texts `useT` reads. */
export const PluginScope = createContext('sdk')

export const usePluginScope = () => useContext(PluginScope)
