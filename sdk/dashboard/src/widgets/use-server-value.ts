import { getRuntime, type ServerStatus } from '@svc/widget-sdk'
import { useSyncExternalStore } from 'react'

/**
 * A value of a server; renders again only when it changes. `select` must be a stable function that returns a primitive.
 */
export function useServerValue<T extends number | string | boolean | undefined>(
  id: string | undefined,
  select: (server: ServerStatus) => T,
): T | undefined {
  const { servers } = getRuntime()
  return useSyncExternalStore(servers.subscribe, () => {
    const server = id ? servers.one(id) : undefined
    return server && select(server)
  })
}

/** Selects the name of a server, for `useServerValue`. */
export const selectName = ({ name }: ServerStatus): string => name
