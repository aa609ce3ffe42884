import { useLiveMessage } from '@svc/dashboard-sdk'
import type { Payload, ServiceMonitorChanged } from '@svc/protocol'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds: hundreds of monitors are checked every few seconds, and nobody reads that fast. */
const pause = 2000

/** Calls `renew` when a monitor changed, or the one with `id`; of many changes in a row once in a while. */
export function useNews(renew: () => void, id?: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = useEffectEvent(renew)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hear = (monitorId: string | undefined) => {
    if (id !== undefined && monitorId !== undefined && monitorId !== id) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      tell()
    }, pause)
  }
  useLiveMessage<Payload<typeof ServiceMonitorChanged>>('service_monitor_changed', (news) => hear(news.monitor_id))
  // what changed while the connection was away was told to nobody here
  useLiveMessage('full_sync', () => hear(undefined))
}
