import { type AbsoluteRange, type TimeRange, toIsoTime, useApi, useNow } from '@svc/dashboard-sdk'
import type { NetworkRecord } from '@svc/plugin-probes/contract'
import { useMemo, useState } from 'react'
import { probesPath } from '../paths.ts'
import { insteadOf, type Reading, readingOf } from './reading.ts'
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

/** What was stored of a stretch of time, renewed every minute while it goes on. */
export function useHistory(serverId: string, stretch: TimeRange, interval: number) {
  const now = useNow(minute) / 1000
  const wanted = readingOf(stretch, now)
  const first = useRecords(serverId, wanted.asked)
  const instead = first.data?.length === 0 && !first.isPlaceholderData ? insteadOf(wanted, now) : undefined
  const second = useRecords(serverId, instead?.asked)
  const reading: Reading = instead ?? wanted
  const main = instead ? second : first
  const tail = useRecords(serverId, reading.tail)
  const { points, span } = reading
  const { from, to } = span
  const records = main.data
  const fresh = reading.tail ? tail.data : noRecords
  const shown = useMemo((): Shown | undefined => {
    if (!records || !fresh) return undefined
    const isHours = points === 'hours'
    const rounds = isHours ? hoursWith(records, fresh) : roundsOf(records)
    return { rounds, points, step: isHours ? hour : interval, span: { from, to } }
  }, [records, fresh, points, from, to, interval])
  // the same stretch a minute later is no other one
  const wish = JSON.stringify(stretch)
  const [settled, setSettled] = useState(wish)
  if (settled !== wish && records && !main.isPlaceholderData) setSettled(wish)
  return {
    shown,
    waiting: settled !== wish,
    error: main.error ?? (reading.tail ? tail.error : null),
    retry: () => {
      void main.refetch()
      if (reading.tail) void tail.refetch()
    },
  }
}

const noRecords: readonly NetworkRecord[] = []
