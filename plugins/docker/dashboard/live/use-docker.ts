import { useApi, useLiveMessage, useLiveSubscription, usePageVisible, useServer } from '@svc/dashboard-sdk'
import type { Payload, ServerStatus } from '@svc/protocol'
import { useMemo, useState } from 'react'
import type { Container, DockerUpdate, DockerUpdateUnavailable } from '../../src/wire.ts'
import { hasDockerExtras, mayUseDocker, reachesDocker } from '../has-docker.ts'
import { dockerPath } from '../paths.ts'
import { nextRows, type Row, type Rows } from './container-row.ts'

type Update = Payload<typeof DockerUpdate>
type Unavailable = Payload<typeof DockerUpdateUnavailable>
export type Reason = Unavailable['reason']

/** Why there is no data, as far as the row of the server tells. */
function reasonOf(server: ServerStatus | undefined): Reason | undefined {
  if (!server) return undefined
  if (!server.online) return 'offline'
  if (!mayUseDocker(server)) return 'denied'
  return reachesDocker(server) ? undefined : 'unsupported'
}

export interface Docker {
  /** undefined while loading, and while there is a `reason` why there are none */
  readonly rows: readonly Row[] | undefined
  readonly reason: Reason | undefined
  /** the agent knows what only ours do */
  readonly hasExtras: boolean
  readonly error: Error | undefined
  retry(): void
}

interface Live {
  readonly rows: Rows | undefined
  readonly reason: Reason | undefined
}

/**
 * The containers of a server: at first from the API, then live, while mounted and while the tab is visible. Give the
 * component a `key` if the server can change.
 */
export function useDocker(serverId: string): Docker {
  const server = useServer(serverId)
  const [live, setLive] = useState<Live>()
  const payload = { server_id: serverId }
  useLiveSubscription({ subscribe: 'docker_subscribe', unsubscribe: 'docker_unsubscribe', payload }, usePageVisible())
  useLiveMessage<Update>('docker_update', ({ server_id, containers, stats }) => {
    if (server_id !== serverId) return
    setLive((before) => ({
      rows: nextRows(before?.rows ?? stored, containers, stats, performance.now()),
      reason: undefined,
    }))
  })
  useLiveMessage<Unavailable>('docker_update_unavailable', ({ server_id, reason }) => {
    if (server_id === serverId) setLive({ rows: undefined, reason })
  })

  // The message about a lost host may come before or after its row changes.
  const reason = live?.reason ?? (live?.rows && server?.online !== false ? undefined : reasonOf(server))
  const path = dockerPath(serverId)
  const enabled = server !== undefined && reason === undefined
  const list = useApi<{ containers: readonly Container[] }>(`${path}/containers`, { enabled, staleTime: 0 })
  const [loadedAt] = useState(() => performance.now())
  const stored = useMemo(
    () => list.data && nextRows(undefined, list.data.containers, undefined, loadedAt),
    [list.data, loadedAt],
  )
  const rows = reason ? undefined : (live?.rows ?? stored)
  return {
    rows: rows?.list,
    reason,
    hasExtras: server !== undefined && hasDockerExtras(server),
    error: rows || reason ? undefined : (list.error ?? undefined),
    retry: () => void list.refetch(),
  }
}
