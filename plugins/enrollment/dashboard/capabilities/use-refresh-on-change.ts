import { useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import { useEffect, useRef } from 'react'

/** A thousand agents that reconnect at the same time cause one request, not a thousand. */
const delayMs = 700

/** Refetches the servers shortly after one of them has changed. */
export function useRefreshOnChange(): void {
  const invalidate = useInvalidate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scheduleRefresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void invalidate('/api/servers')
    }, delayMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveMessage('capabilities_changed', scheduleRefresh)
  useLiveMessage('agent_authority_changed', scheduleRefresh)
  useLiveMessage('servers_changed', scheduleRefresh)
  useLiveMessage('server_offline', scheduleRefresh)
  useLiveMessage('full_sync', scheduleRefresh)
}
