import type { ServerStatus } from '@svc/widget-sdk'
import { useSyncExternalStore } from 'react'
import { throttledServers } from './throttled-servers.ts'

/** Id and name of a server. */
export interface ServerName {
  readonly id: string
  readonly name: string
}

/** The names of `servers`; returns `before` if nothing changed. */
export function serverNames(before: readonly ServerName[], servers: readonly ServerStatus[]): readonly ServerName[] {
  const isSame =
    before.length === servers.length &&
    servers.every(({ id, name }, index) => before[index]?.id === id && before[index]?.name === name)
  return isSame ? before : servers.map(({ id, name }) => ({ id, name }))
}

let seen: readonly ServerStatus[] = []
let names: readonly ServerName[] = []

function get() {
  const servers = throttledServers.get()
  if (servers !== seen) names = serverNames(names, servers)
  seen = servers
  return names
}

/** Ids and names of all servers, in order; only re-renders when one is added, removed or renamed. */
export const useServerNames = (): readonly ServerName[] => useSyncExternalStore(throttledServers.subscribe, get)
