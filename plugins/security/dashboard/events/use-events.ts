import { useCatchUp, useLiveMessage, usePages } from '@svc/dashboard-sdk'
import type { SecurityEvent, SecurityEventPage } from '@svc/plugin-security/contract'
import type { Payload } from '@svc/protocol'
import { useMemo, useState } from 'react'
import type { SecurityEventUpdate } from '../../src/wire.ts'
import { eventsPath } from '../paths.ts'
import { matches, type SecurityFilter } from '../security-search.ts'

const pageSize = 50
/** Live events that are kept beside the stored ones. */
const maxLive = 200

const arrival = ({ created_at, id }: SecurityEvent) => `${created_at} ${id.padStart(15, '0')}`

/** The latest to arrive first, each once: a live event is stored as well. */
export function mergeEvents(live: readonly SecurityEvent[], stored: readonly SecurityEvent[]): SecurityEvent[] {
  const byId = new Map([...stored, ...live].map((event) => [event.id, event]))
  return [...byId.values()].sort((a, b) => (arrival(a) < arrival(b) ? 1 : -1))
}

/** Stored events, and those that arrive now. */
export function useEvents(filter: SecurityFilter) {
  const { items, error, refetch, pages } = usePages<SecurityEvent, SecurityEventPage>(eventsPath, {
    search: { ...filter, limit: pageSize },
    staleTime: 0,
    itemsOf: (page) => page.items,
  })
  const [live, setLive] = useState<readonly SecurityEvent[]>([])
  useLiveMessage<Payload<typeof SecurityEventUpdate>>('security_event', ({ event }) => {
    setLive((before) => [event as SecurityEvent, ...before].slice(0, maxLive))
  })
  // Events during a disconnect have been missed.
  useCatchUp(() => void refetch())
  const events = useMemo(
    () =>
      items &&
      mergeEvents(
        live.filter((event) => matches(filter, event)),
        items,
      ),
    [live, items, filter],
  )
  return {
    events,
    error,
    pages,
    retry: () => void refetch(),
    /** It was deleted. */
    remove: (id: string) => setLive((before) => before.filter((event) => event.id !== id)),
  }
}
