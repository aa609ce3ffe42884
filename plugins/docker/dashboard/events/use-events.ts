import { useCatchUp, useLiveMessage, usePages } from '@svc/dashboard-sdk'
import type { Payload } from '@svc/protocol'
import { useMemo, useRef, useState } from 'react'
import type { DockerEvent, DockerEventUpdate, DockerUpdate } from '../../src/wire.ts'
import { dockerPath } from '../paths.ts'

const pageSize = 200

/** Live events that are kept beside the stored ones. */
const maxLive = 1000

const keyOf = ({ timestamp, event_type, action, actor_id }: DockerEvent) =>
  `${timestamp} ${event_type} ${action} ${actor_id}`

/** Newest first, each once: a live event is stored as well. */
export function mergeEvents(live: readonly DockerEvent[], stored: readonly DockerEvent[]): readonly DockerEvent[] {
  const known = new Set(live.map(keyOf))
  return [...live, ...stored.filter((event) => !known.has(keyOf(event)))].sort((a, b) => b.timestamp - a.timestamp)
}

/** Stored events of a server, and those that happen now. */
export function useEvents(serverId: string) {
  const { items, error, refetch, pages } = usePages<DockerEvent, { events: readonly DockerEvent[] }>(
    `${dockerPath(serverId)}/events`,
    { search: { limit: pageSize }, staleTime: 0, itemsOf: (page) => page.events },
  )
  const [live, setLive] = useState<readonly DockerEvent[]>([])
  useLiveMessage<Payload<typeof DockerEventUpdate>>('docker_event', ({ server_id, event }) => {
    if (server_id === serverId) setLive((before) => [event, ...before].slice(0, maxLive))
  })
  // The first update says that the subscription works: events between the stored ones and it have been missed.
  const isSubscribed = useRef(false)
  useLiveMessage<Payload<typeof DockerUpdate>>('docker_update', ({ server_id }) => {
    if (server_id !== serverId || isSubscribed.current) return
    isSubscribed.current = true
    void refetch()
  })
  // Events during a disconnect have been missed.
  useCatchUp(() => void refetch())
  const events = useMemo(() => items && mergeEvents(live, items), [live, items])
  return { events, error, pages, retry: () => void refetch() }
}
