import { useHeld, useLiveMessage, useLiveSubscription } from '@svc/dashboard-sdk'
import type { Payload, Process, ProcessesUnavailable, ProcessesUpdate } from '@svc/protocol'
import { useState } from 'react'
import { type Measure, stayInPlace, topRows } from './top-rows.ts'
import { usePageVisible } from './use-page-visible.ts'

type List = Payload<typeof ProcessesUpdate>
export type Reason = Payload<typeof ProcessesUnavailable>['reason']

/**
 * The processes of a server as they come, while mounted and while somebody can see the tab. Spread `pointer` on the
 * list: its rows do not move under the mouse.
 */
export function useProcesses(serverId: string, by: Measure) {
  const [rows, setRows] = useState<readonly Process[]>()
  /** the order would be another one, were the rows not held */
  const [waits, setWaits] = useState(false)
  const [list, setList] = useState<List>()
  const [reason, setReason] = useState<Reason>()
  const { held, handlers } = useHeld()
  const isVisible = usePageVisible()
  const payload = { server_id: serverId }
  useLiveSubscription({ subscribe: 'processes_subscribe', unsubscribe: 'processes_unsubscribe', payload }, isVisible)

  useLiveMessage<List>('processes_update', (update) => {
    if (update.server_id !== serverId) return
    const next = topRows(update.processes, by)
    const shown = rows && held.current ? stayInPlace(rows, next) : next
    setRows(shown)
    setWaits(shown.some((row, at) => row !== next[at]))
    setList(update)
    setReason(undefined)
  })
  useLiveMessage<Payload<typeof ProcessesUnavailable>>('processes_unavailable', (message) => {
    if (message.server_id !== serverId) return
    setRows(undefined)
    setList(undefined)
    setReason(message.reason)
  })

  return {
    rows,
    waits,
    list,
    reason,
    pointer: { onPointerEnter: handlers.onPointerEnter, onPointerLeave: handlers.onPointerLeave },
    /** Puts the rows in another order now. */
    sort(next: Measure) {
      setRows(list && topRows(list.processes, next))
      setWaits(false)
    },
  }
}
