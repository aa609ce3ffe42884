import { keepOrder, useApi, useCatchUp, useInvalidate, useLiveMessage, useNow, useServers } from '@svc/dashboard-sdk'
import type { NetworkOverview, NetworkSettingAnswer } from '@svc/plugin-probes/contract'
import type { ServerStatus } from '@svc/protocol'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { overviewPath, settingPath } from '../paths.ts'
import { type Assessed, defaultLimits, type LatencyLimits, ranked, standingOf } from './health.ts'
import { upToDate, useNewestRounds } from './newest-rounds.ts'

/** Milliseconds between requests, and between checks of the age of rounds. */
const minute = 60_000

const nothing: readonly NetworkOverview[] = []

const online = (servers: readonly ServerStatus[]) => servers.filter((server) => server.online).map(({ id }) => id)

/** Keeps the order while the pointer is on the list (`held`). */
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

/** The servers, worst first: requested every minute, with live rounds in between. */
export function useFleet(held: RefObject<boolean>) {
  const answer = useApi<readonly NetworkOverview[]>(overviewPath, { refetchInterval: minute })
  const invalidate = useInvalidate()
  useLiveMessage('servers_changed', () => void invalidate(overviewPath))
  useCatchUp(() => void invalidate(overviewPath))
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

/** Milliseconds; the configuration may change when the server restarts. */
const limitsRefetchMs = 60_000

/** The latency thresholds from the configuration of the server. */
export function useLimits(): LatencyLimits {
  const { data } = useApi<NetworkSettingAnswer>(settingPath, { refetchInterval: limitsRefetchMs })
  const { high_latency_ms: warning, very_high_latency_ms: severe } = data ?? {}
  return useMemo(
    () => (warning === undefined || severe === undefined ? defaultLimits : { warning, severe }),
    [warning, severe],
  )
}
