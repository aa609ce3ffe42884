import { useApi, useLiveMessage } from '@svc/dashboard-sdk'
import type { Payload } from '@svc/protocol'
import { useMemo, useState } from 'react'
import type { DockerEvent, DockerEventUpdate } from '../../src/wire.ts'
import { dockerPath } from '../paths.ts'

/** How many events are stored on a page; the list shows as many. */
export const maxEvents = 200

const keyOf = ({ timestamp, event_type, action, actor_id }: DockerEvent) =>
  `${timestamp} ${event_type} ${action} ${actor_id}`

/** Newest first, each once: a live event is stored as well. */
export function mergeEvents(live: readonly DockerEvent[], stored: readonly DockerEvent[]): readonly DockerEvent[] {
  const known = new Set(live.map(keyOf))
  return [...live, ...stored.filter((event) => !known.has(keyOf(event)))]
    .sort((a, b) => b.timestamp - a.timestamp)
    .slice(0, maxEvents)
}

/** Stored events of a server, and those that happen now. */
export function useEvents(serverId: string) {
  const { data, error, refetch } = useApi<{ events: readonly DockerEvent[] }>(`${dockerPath(serverId)}/events`, {
    search: { limit: maxEvents },
    staleTime: 0,
  })
  const [live, setLive] = useState<readonly DockerEvent[]>([])
  useLiveMessage<Payload<typeof DockerEventUpdate>>('docker_event', ({ server_id, event }) => {
    if (server_id === serverId) setLive((before) => [event, ...before].slice(0, maxEvents))
  })
  // Events during a disconnect have been missed.
  useLiveMessage('full_sync', () => void refetch())
  const events = useMemo(() => data && mergeEvents(live, data.events), [live, data])
  return { events, error, retry: () => void refetch() }
}
