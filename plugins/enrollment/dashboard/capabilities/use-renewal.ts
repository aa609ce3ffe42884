import { useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import { useEffect, useRef } from 'react'

/** A thousand agents that come back together change the list once, not a thousand times. */
const settle = 700

/** Reads the servers again shortly after one of them changed. */
export function useRenewal(): void {
  const invalidate = useInvalidate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const renew = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void invalidate('/api/servers')
    }, settle)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveMessage('capabilities_changed', renew)
  useLiveMessage('agent_authority_changed', renew)
  useLiveMessage('servers_changed', renew)
  useLiveMessage('server_offline', renew)
  useLiveMessage('full_sync', renew)
}
