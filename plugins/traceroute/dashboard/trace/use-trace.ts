import { useApi, useLiveMessage } from '@svc/dashboard-sdk'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import type { Payload } from '@svc/protocol'
import { useState } from 'react'
import type { TracerouteUpdate } from '../../src/wire.ts'
import { tracePath } from '../paths.ts'

const pollMs = 2000

/** Whichever of two states of a trace knows more. */
function newer(a: Snapshot | undefined, b: Snapshot | undefined): Snapshot | undefined {
  if (!a || !b) return a ?? b
  if (a.completed !== b.completed) return a.completed ? a : b
  return b.round >= a.round ? b : a
}

/** A trace; while it runs, each round as it comes. Polls as well: messages are lost with the connection. */
export function useTrace(serverId: string, requestId: string) {
  const [live, setLive] = useState<Snapshot>()
  const pushed = live?.request_id === requestId ? live : undefined
  const isOver = pushed?.completed ?? false
  const { data, error, refetch } = useApi<Snapshot>(tracePath(serverId, requestId), {
    enabled: requestId !== '',
    refetchInterval: isOver ? false : pollMs,
    staleTime: 0,
  })
  useLiveMessage<Payload<typeof TracerouteUpdate>>('traceroute_update', (update) => {
    if (update.server_id !== serverId || update.request_id !== requestId) return
    setLive(update as Snapshot)
  })
  return { trace: newer(data, pushed), error, retry: () => void refetch() }
}
