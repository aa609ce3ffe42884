import { useServers } from '@svc/dashboard-sdk'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

const ServerNames = createContext<ReadonlyMap<string, string>>(new Map())

/** Names of the servers by id, so that entries can be read; one reading for the whole table. */
export function ServerNamesProvider({ children }: { children: ReactNode }): ReactNode {
  // one text per server: the table is drawn again when a name changes, not with every report
  const lines = useServers((servers) => servers.map(({ id, name }) => `${id} ${name}`))
  const names = useMemo(() => new Map(lines.map((line) => split(line))), [lines])
  return <ServerNames value={names}>{children}</ServerNames>
}

function split(line: string): [string, string] {
  const end = line.indexOf(' ')
  return [line.slice(0, end), line.slice(end + 1)]
}

export const useServerNames = () => useContext(ServerNames)
