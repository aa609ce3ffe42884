import type { Clock } from '@svc/plugin-sdk'
import type { AgentConnection } from './connection.ts'

const intervalMs = 1000
/** Changes handled at once; afterwards one per interval. */
const burst = 20

/** A message that changes the stored state of a server. */
export interface StateChange {
  readonly type: string
  readonly payload: object
  handle(payload: object): void
  /** Combines it with a newer one of its type, if more than the newer one counts. */
  merge?(older: object, newer: object): object
}

interface Pending {
  left: number
  /** when `left` was computed, in milliseconds */
  at: number
  /** the latest change of each type, in the order of arrival */
  readonly changes: Map<string, StateChange>
}

/**
 * Handles state changes of agents at once, or once a second if an agent sends many: then only the latest of each type,
 * because each is stored, broadcast and audited.
 */
export function makeStateChanges(clock: Pick<Clock, 'now' | 'after'>) {
  const byConnection = new WeakMap<AgentConnection, Pending>()

  const flush = (from: AgentConnection, { changes }: Pending) => {
    const all = [...changes.values()]
    changes.clear()
    if (from.open) for (const change of all) change.handle(change.payload)
  }

  return (from: AgentConnection, change: StateChange): void => {
    const now = clock.now()
    const pending = byConnection.get(from) ?? { left: burst, at: now, changes: new Map() }
    byConnection.set(from, pending)
    pending.left = Math.min(burst, pending.left + Math.max(0, now - pending.at) / intervalMs)
    pending.at = now
    const { changes } = pending
    if (changes.size === 0 && pending.left >= 1) {
      pending.left -= 1
      change.handle(change.payload)
      return
    }
    if (changes.size === 0) clock.after(intervalMs, () => flush(from, pending))
    const older = changes.get(change.type)
    const payload = older && change.merge ? change.merge(older.payload, change.payload) : change.payload
    changes.delete(change.type)
    changes.set(change.type, { ...change, payload })
  }
}
export type StateChanges = ReturnType<typeof makeStateChanges>
