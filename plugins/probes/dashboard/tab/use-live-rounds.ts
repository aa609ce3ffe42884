import { serverNow, toIsoTime, useApi, useInvalidate, useLiveMessage, useMe } from '@svc/dashboard-sdk'
import type { NetworkRecord } from '@svc/plugin-probes/contract'
import type { Payload } from '@svc/protocol'
import { useEffect, useMemo, useState } from 'react'
import type { NetworkProbeUpdate } from '../../src/wire.ts'
import { probesPath } from '../paths.ts'
import type { Rounds } from './round.ts'
import { RoundBuffer } from './round-buffer.ts'

/** Seconds of history that a buffer starts with. */
const seeded = 3600

/** What was heard of servers whose tab was opened: it is still there when one comes back. */
const buffers = new Map<string, RoundBuffer>()

/** A buffer that has heard nothing for longer than what it would be filled up with has a hole: it starts anew. */
function bufferOf(key: string, now: number): RoundBuffer {
  const known = buffers.get(key)
  const newest = known?.newest()
  if (known && newest !== undefined && newest >= now - seeded) return known
  const fresh = new RoundBuffer()
  buffers.set(key, fresh)
  return fresh
}

/** The rounds of a server as they come, from an hour before this was opened; undefined until the first answer. */
export function useLiveRounds(serverId: string) {
  const { userId } = useMe()
  const [buffer] = useState(() => bufferOf(`${userId}/${serverId}`, serverNow() / 1000))
  const [rounds, setRounds] = useState<Rounds>(() => buffer.rounds())
  const path = `${probesPath(serverId)}/records`
  const search = useMemo(() => {
    const now = Math.ceil(serverNow() / 1000)
    return { from: toIsoTime(now - seeded), to: toIsoTime(now + 60) }
  }, [])
  const seed = useApi<readonly NetworkRecord[]>(path, { search, staleTime: 0 })
  const invalidate = useInvalidate()
  const add = (records: Parameters<RoundBuffer['add']>[0]) => {
    if (buffer.add(records, serverNow() / 1000)) setRounds(buffer.rounds())
  }
  useEffect(() => {
    if (seed.data && buffer.add(seed.data, serverNow() / 1000)) setRounds(buffer.rounds())
  }, [seed.data, buffer])
  useLiveMessage<Payload<typeof NetworkProbeUpdate>>('network_probe_update', ({ server_id, results }) => {
    if (server_id === serverId && Array.isArray(results)) add(results)
  })
  // what was measured while the connection was away was told to nobody here
  useLiveMessage('full_sync', () => void invalidate(path))
  const isRead = seed.data !== undefined || rounds.size > 0
  return { rounds: isRead ? rounds : undefined, error: seed.error, retry: () => void seed.refetch() }
}
