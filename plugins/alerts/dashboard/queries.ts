import { useApi } from '@svc/dashboard-sdk'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import { useMemo } from 'react'
import { useAlertRefresh } from './parts/use-alert-refresh.ts'
import { eventsPath, historyPath } from './paths.ts'

/** The server returns at most this many. */
export const maxEvents = 500

/** Active and resolved alerts of all servers or of one; refreshed when an alert changes. */
export function useEvents(serverId?: string) {
  const query = useApi<AlertEvent[]>(eventsPath, {
    search: { limit: maxEvents, server_id: serverId },
    staleTime: 0,
    refetchInterval: 60_000,
  })
  useAlertRefresh(eventsPath, historyPath)
  const { data } = query
  const byStatus = useMemo(
    () => ({
      firing: data?.filter(({ status }) => status === 'firing'),
      resolved: data?.filter(({ status }) => status === 'resolved'),
    }),
    [data],
  )
  return { ...query, ...byStatus }
}
