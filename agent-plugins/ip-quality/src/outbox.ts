import { randomUUID } from 'node:crypto'
import type { Link } from '@svc/agent-sdk'
import { type AgentResult, UnlockResults } from '@svc/plugin-ip-quality/wire'
import type { MemoryFile } from './state.ts'

/** Sends results, and keeps them until the server has stored them. Of a service, the latest result counts. */
export function makeOutbox(memory: MemoryFile, retryMs: number) {
  let link: Link | undefined
  let acknowledges = false
  let timer: NodeJS.Timeout | undefined

  const isOpen = (candidate: Link | undefined): candidate is Link =>
    candidate !== undefined && !candidate.signal.aborted

  /** What was sent is done, unless there is a newer result by now. */
  function stored(sent: readonly AgentResult[]): void {
    const { unsent } = memory.get()
    const done = new Set(sent)
    memory.set({ unsent: Object.fromEntries(Object.entries(unsent).filter(([, result]) => !done.has(result))) })
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const results = Object.values(memory.get().unsent)
    if (!isOpen(link) || results.length === 0) return
    const message = { egress_ip: memory.get().egress, results, checked_at: Math.floor(Date.now() / 1000) }
    if (!acknowledges) {
      link.send(UnlockResults, message)
      stored(results)
      return
    }
    const msg_id = randomUUID()
    const by = link
    void by.acknowledged(msg_id).then((isStored) => {
      if (!isStored) return
      stored(results)
      if (by !== link) return
      clearTimeout(timer)
      timer = undefined
      if (Object.keys(memory.get().unsent).length > 0) flush()
    })
    link.send(UnlockResults, { ...message, msg_id })
    // The server could not store them, for example because its database is locked.
    timer = setTimeout(flush, retryMs)
    timer.unref()
  }

  return {
    add(results: readonly AgentResult[], egress: string): void {
      const added = Object.fromEntries(results.map((result) => [result.service_id, result]))
      memory.set({ egress, unsent: { ...memory.get().unsent, ...added } })
      flush()
    },
    /** The server has sent its services on this connection, and said whether it acknowledges results. */
    synced(by: Link, doesAcknowledge: boolean): void {
      // What was sent on this connection may be acknowledged yet.
      if (by === link && timer !== undefined) return
      link = by
      acknowledges = doesAcknowledge
      flush()
    },
    close: () => clearTimeout(timer),
  }
}
