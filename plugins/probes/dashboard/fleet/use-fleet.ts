import { keepOrder, useApi, useInvalidate, useLiveMessage, useNow, useServers } from '@svc/dashboard-sdk'
import type { NetworkOverview } from '@svc/plugin-probes/contract'
import type { ServerStatus } from '@svc/protocol'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { overviewPath } from '../paths.ts'
import { type Assessed, ranked, standingOf } from './health.ts'
import { upToDate } from './newest-rounds.ts'
import { useLimits } from './use-limits.ts'
import { useNewestRounds } from './use-newest-rounds.ts'

/** Milliseconds between readings, and between two looks at how old the rounds are. */
const minute = 60_000

const nothing: readonly NetworkOverview[] = []

const online = (servers: readonly ServerStatus[]) => servers.filter((server) => server.online).map(({ id }) => id)

/** Places stay while somebody points at the list (`held`). */
function useCalmOrder(all: readonly Assessed[], held: RefObject<boolean>): readonly Assessed[] {
  const [shown, setShown] = useState(() => ({ of: all, rows: ranked(all) }))
  useEffect(() => {
    setShown((last) => {
      if (last.of === all) return last
      const next = ranked(all)
      return { of: all, rows: held.current ? keepOrder(last.rows, next) : next }
    })
  }, [all, held])
  return shown.rows
}

/** The servers as they are now, the worst first: read every minute, and changed by every round in between. */
export function useFleet(held: RefObject<boolean>) {
  const answer = useApi<readonly NetworkOverview[]>(overviewPath, { refetchInterval: minute })
  const invalidate = useInvalidate()
  useLiveMessage('servers_changed', () => void invalidate(overviewPath))
  useLiveMessage('full_sync', () => void invalidate(overviewPath))
  const rounds = useNewestRounds()
  const connected = useServers(online)
  const now = useNow(minute)
  const limits = useLimits()
  const read = answer.data ?? nothing
  const all = useMemo(() => {
    const present = new Set(connected)
    return read.map((one): Assessed => {
      const server = upToDate(one, rounds)
      const isOnline = present.has(one.server_id)
      return { id: one.server_id, server, ...standingOf({ targets: server.targets, online: isOnline }, now, limits) }
    })
  }, [read, rounds, connected, now, limits])
  return { answer, rows: useCalmOrder(all, held) }
}
