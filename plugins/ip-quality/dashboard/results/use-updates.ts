import { useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import { useEffect, useRef } from 'react'
import { eventsPath, overviewPath, serverPath } from '../paths.ts'

/** Many hosts may report within a moment. */
const collectMs = 500

/** Reloads what is shown when results arrive: of all servers, or of one. */
export function useUpdates(serverId?: string): void {
  const invalidate = useInvalidate()
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  useLiveMessage<{ server_id: string }>('ip_quality_update', ({ server_id }) => {
    if (serverId !== undefined && server_id !== serverId) return
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      void invalidate(serverId === undefined ? overviewPath : serverPath(serverId), eventsPath)
    }, collectMs)
  })
}
