import { useHoverOrFocus, useLiveMessage, useLiveSubscription, usePageVisible } from '@svc/dashboard-sdk'
import type { Payload } from '@svc/protocol'
import { useState } from 'react'
import type { Process, ProcessesUnavailable, ProcessesUpdate } from '../src/wire.ts'
import { keepOrder, type Measure, topRows } from './process-rows.ts'

type List = Payload<typeof ProcessesUpdate>
export type Reason = Payload<typeof ProcessesUnavailable>['reason']

/**
 * Live processes of a server, subscribed while mounted and while the tab is visible. Spread `pointer` on the list so
 * that its rows do not move under the pointer.
 */
export function useProcesses(serverId: string, by: Measure) {
  const [rows, setRows] = useState<readonly Process[]>()
  /** whether the pointer currently keeps the rows from being sorted */
  const [isSortPaused, setSortPaused] = useState(false)
  const [list, setList] = useState<List>()
  const [reason, setReason] = useState<Reason>()
  const { held, handlers } = useHoverOrFocus()
  const isVisible = usePageVisible()
  const payload = { server_id: serverId }
  useLiveSubscription({ subscribe: 'processes_subscribe', unsubscribe: 'processes_unsubscribe', payload }, isVisible)

  useLiveMessage<List>('processes_update', (update) => {
    if (update.server_id !== serverId) return
    const next = topRows(update.processes, by)
    const shown = rows && held.current ? keepOrder(rows, next) : next
    setRows(shown)
    setSortPaused(shown.some((row, at) => row !== next[at]))
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
    isSortPaused,
    list,
    reason,
    pointer: { onPointerEnter: handlers.onPointerEnter, onPointerLeave: handlers.onPointerLeave },
    /** Sorts the rows immediately, even under the pointer. */
    sort(next: Measure) {
      setRows(list && topRows(list.processes, next))
      setSortPaused(false)
    },
  }
}
