import {
  type AbsoluteRange,
  isRelativeRange,
  serverNow,
  type TimeRange,
  toIsoTime,
  useApi,
  useLiveMessage,
  useNow,
} from '@svc/dashboard-sdk'
import type { NetworkRecord } from '@svc/plugin-probes/contract'
import type { Payload } from '@svc/protocol'
import { useMemo, useState } from 'react'
import type { NetworkProbeUpdate } from '../../src/wire.ts'
import { probesPath } from '../paths.ts'
import { fallbackOf, lastMinute, type Reading, readingOf } from './reading.ts'
import { roundsOf } from './round.ts'
import { hoursWith, type Shown } from './shown.ts'

const hour = 3600
const minute = 60_000
const none = { from: 0, to: 0 }

function useRecords(serverId: string, span: AbsoluteRange | undefined) {
  const { from, to } = span ?? none
  return useApi<readonly NetworkRecord[]>(`${probesPath(serverId)}/records`, {
    search: { from: toIsoTime(from), to: toIsoTime(to) },
    enabled: span !== undefined,
    keepPrevious: true,
  })
}

/** Stored rounds of a range; a relative range is updated every minute, and when a round arrives. */
export function useHistory(serverId: string, range: TimeRange, interval: number) {
  const [lastRoundAt, setLastRoundAt] = useState(0)
  const now = Math.max(useNow(minute), lastRoundAt) / 1000
  const wanted = readingOf(range, now)
  const first = useRecords(serverId, wanted.requested)
  const fallback = first.data?.length === 0 && !first.isPlaceholderData ? fallbackOf(wanted, now) : undefined
  const second = useRecords(serverId, fallback?.requested)
  const reading: Reading = fallback ?? wanted
  const main = fallback ? second : first
  const tail = useRecords(serverId, reading.tail)
  const { points, span } = reading
  const { from, to } = span
  useLiveMessage<Payload<typeof NetworkProbeUpdate>>('network_probe_update', ({ server_id }) => {
    if (server_id !== serverId || !isRelativeRange(range)) return
    const at = serverNow()
    // What ends later is another request.
    if (lastMinute(at / 1000) > lastMinute(now)) setLastRoundAt(at)
    else void (reading.tail ? tail : main).refetch()
  })
  const records = main.data
  const fresh = reading.tail ? tail.data : noRecords
  const shown = useMemo((): Shown | undefined => {
    if (!records || !fresh) return undefined
    const isHours = points === 'hours'
    const rounds = isHours ? hoursWith(records, fresh) : roundsOf(records)
    return { rounds, points, step: isHours ? hour : interval, span: { from, to } }
  }, [records, fresh, points, from, to, interval])
  // Not by `from` and `to`, which move every minute.
  const rangeKey = JSON.stringify(range)
  const [settled, setSettled] = useState(rangeKey)
  if (settled !== rangeKey && records && !main.isPlaceholderData) setSettled(rangeKey)
  return {
    shown,
    waiting: settled !== rangeKey,
    error: main.error ?? (reading.tail ? tail.error : null),
    retry: () => {
      void main.refetch()
      if (reading.tail) void tail.refetch()
    },
  }
}

const noRecords: readonly NetworkRecord[] = []
