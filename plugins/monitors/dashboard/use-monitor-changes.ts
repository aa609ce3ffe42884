import { useCatchUp, useLiveMessage } from '@svc/dashboard-sdk'
import type { Payload, ServiceMonitorChanged } from '@svc/protocol'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Hundreds of monitors may be checked every few seconds. */
const throttleMs = 2000

/** Calls `onChange`, throttled, when any monitor changed, or only the one with `id`. */
export function useMonitorChanges(onChange: () => void, id?: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const notify = useEffectEvent(onChange)
  useEffect(() => () => clearTimeout(timer.current), [])
  const schedule = (monitorId: string | undefined) => {
    if (id !== undefined && monitorId !== undefined && monitorId !== id) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      notify()
    }, throttleMs)
  }
  useLiveMessage<Payload<typeof ServiceMonitorChanged>>('service_monitor_changed', (message) =>
    schedule(message.monitor_id),
  )
  // The related servers of a monitor may have been deleted.
  useLiveMessage('servers_changed', () => schedule(undefined))
  // Changes may have been missed while disconnected.
  useCatchUp(() => schedule(undefined))
}
