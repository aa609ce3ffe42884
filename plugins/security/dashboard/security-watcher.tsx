import { toast, useLiveMessage, useServerNames, useT } from '@svc/dashboard-sdk'
import type { SecurityEvent } from '@svc/plugin-security/contract'
import type { Payload } from '@svc/protocol'
import { type ReactNode, useEffect, useRef } from 'react'
import type { SecurityEventUpdate } from '../src/wire.ts'
import { useEventText } from './events/event-text.ts'

/** An attack on a fleet is one toast of this time, not one per host. */
const quietMs = 10_000

/** Says so wherever the user is when something serious happens. */
export default function SecurityWatcher(): ReactNode {
  const t = useT()
  const names = useServerNames()
  const textOf = useEventText()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const more = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const rest = () => {
    timer.current = undefined
    if (more.current === 0) return
    toast.warning(t('toast.more', { count: more.current }))
    more.current = 0
    timer.current = setTimeout(rest, quietMs)
  }

  useLiveMessage<Payload<typeof SecurityEventUpdate>>('security_event', ({ event }) => {
    if (event.severity !== 'high' && event.severity !== 'critical') return
    if (timer.current !== undefined) {
      more.current += 1
      return
    }
    timer.current = setTimeout(rest, quietMs)
    const server = names.get(event.server_id) ?? event.server_id
    const text = textOf(event as SecurityEvent)
    toast.warning(
      t(event.source_ip === null ? 'toast.event' : 'toast.eventFrom', { server, text, source: event.source_ip }),
    )
  })
  return null
}
