import { useServers } from '@svc/dashboard-sdk'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

const ServerNames = createContext<ReadonlyMap<string, string>>(new Map())

/** Provides server names by id for the whole table. */
export function ServerNamesProvider({ children }: { children: ReactNode }): ReactNode {
  // strings, so that the table rerenders only when a name changes and not with every report
  const lines = useServers((servers) => servers.map(({ id, name }) => `${id} ${name}`))
  const names = useMemo(() => new Map(lines.map((line) => splitLine(line))), [lines])
  return <ServerNames value={names}>{children}</ServerNames>
}

function splitLine(line: string): [string, string] {
  const end = line.indexOf(' ')
  return [line.slice(0, end), line.slice(end + 1)]
}

export const useServerNames = () => useContext(ServerNames)
