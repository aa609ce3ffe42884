import { useMemo } from 'react'
import { useServers } from './use-live.ts'

/** Id and name of a server. */
export interface ServerName {
  readonly id: string
  readonly name: string
}

/** Ids and names of all servers, in order; only re-renders when one is added, removed or renamed. */
export function useServerList(): readonly ServerName[] {
  const lines = useServers((servers) => servers.map(({ id, name }) => `${id} ${name}`))
  return useMemo(
    () =>
      lines.map((line) => {
        const end = line.indexOf(' ')
        return { id: line.slice(0, end), name: line.slice(end + 1) }
      }),
    [lines],
  )
}

/** The names of all servers by id. */
export function useServerNames(): ReadonlyMap<string, string> {
  const servers = useServerList()
  return useMemo(() => new Map(servers.map(({ id, name }) => [id, name])), [servers])
}
