import { getRuntime, type ServerStatus } from '@svc/widget-sdk'
import { useSyncExternalStore } from 'react'

/**
 * What `of` makes of a server; renders again only when that value changes. Give a function that stays the same, and let it
 * return something that can be compared: a number, a text.
 */
export function useServerValue<T extends number | string | boolean | undefined>(
  id: string | undefined,
  of: (server: ServerStatus) => T,
): T | undefined {
  const { servers } = getRuntime()
  return useSyncExternalStore(servers.subscribe, () => {
    const server = id ? servers.one(id) : undefined
    return server && of(server)
  })
}
