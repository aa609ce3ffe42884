import { serverNow, toIsoTime, useApi, useCatchUp, useInvalidate, useLiveMessage, useMe } from '@svc/dashboard-sdk'
import type { NetworkRecord } from '@svc/plugin-probes/contract'
import type { Payload } from '@svc/protocol'
import { useEffect, useMemo, useState } from 'react'
import type { NetworkProbeUpdate } from '../../src/wire.ts'
import { probesPath } from '../paths.ts'
import type { Rounds } from './round.ts'
import { RoundBuffer } from './round-buffer.ts'

/** Seconds of history to load at first. */
const historySeconds = 3600

/** Buffers of opened tabs, kept for when the user returns. */
const buffers = new Map<string, RoundBuffer>()

/** A buffer older than the history to load would have a gap, so it is replaced. */
function bufferOf(key: string, now: number): RoundBuffer {
  const existing = buffers.get(key)
  const newest = existing?.newest()
  if (existing && newest !== undefined && newest >= now - historySeconds) return existing
  const fresh = new RoundBuffer()
  buffers.set(key, fresh)
  return fresh
}

/** Live rounds of a server, from an hour before the tab was opened; undefined while loading. */
export function useLiveRounds(serverId: string) {
  const { userId } = useMe()
  const [buffer] = useState(() => bufferOf(`${userId}/${serverId}`, serverNow() / 1000))
  const [rounds, setRounds] = useState<Rounds>(() => buffer.rounds())
  const path = `${probesPath(serverId)}/records`
  const search = useMemo(() => {
    const now = Math.ceil(serverNow() / 1000)
    return { from: toIsoTime(now - historySeconds), to: toIsoTime(now + 60) }
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
  // Fills the gap after a reconnect.
  useCatchUp(() => void invalidate(path))
  const isRead = seed.data !== undefined || rounds.size > 0
  return { rounds: isRead ? rounds : undefined, error: seed.error, retry: () => void seed.refetch() }
}
