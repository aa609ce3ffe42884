import { useApi, useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import type { Payload } from '@svc/protocol'
import type { DockerEventUpdate } from '../../src/wire.ts'
import { dockerPath } from '../paths.ts'

/** Images, networks or volumes of a server, loaded again when the daemon says that they have changed. */
export function useResource<T>(serverId: string, name: 'images' | 'networks' | 'volumes') {
  const path = `${dockerPath(serverId)}/${name}`
  const { data, error, refetch } = useApi<Readonly<Record<string, readonly T[]>>>(path)
  const invalidate = useInvalidate()
  const types = [name.slice(0, -1), 'container']
  useLiveMessage<Payload<typeof DockerEventUpdate>>('docker_event', ({ server_id, event }) => {
    const changes = /^(?:create|destroy|remove|delete|tag|untag|pull|load|import|prune|connect|disconnect)$/
    if (server_id !== serverId || !types.includes(event.event_type) || !changes.test(event.action)) return
    void invalidate(path)
  })
  return { items: data?.[name], error, retry: () => void refetch() }
}
