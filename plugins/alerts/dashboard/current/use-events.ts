import { useApi } from '@svc/dashboard-sdk'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import { useMemo } from 'react'
import { useRenewed } from '../parts/use-alert-news.ts'
import { eventsPath, historyPath } from '../paths.ts'

/** As many as the server tells at once. */
export const mostEvents = 500

/** How rules stand on servers, on all or on one: what fires, and what did. Follows what happens. */
export function useEvents(serverId?: string) {
  const query = useApi<AlertEvent[]>(eventsPath, {
    search: { limit: mostEvents, server_id: serverId },
    staleTime: 0,
    refetchInterval: 60_000,
  })
  useRenewed(eventsPath, historyPath)
  const { data } = query
  const split = useMemo(
    () => ({
      firing: data?.filter(({ status }) => status === 'firing'),
      resolved: data?.filter(({ status }) => status === 'resolved'),
    }),
    [data],
  )
  return { ...query, ...split }
}
