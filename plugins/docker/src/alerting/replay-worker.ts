import { setImmediate } from 'node:timers/promises'
import { type MatchingMinutes, matchingSpans } from '@svc/plugin-alerts/contract'
import type { OffloadContext } from '@svc/plugin-sdk'
import { eventsStore } from '../events/events-store.ts'
import { type ContainerType, makeContainerStates } from './container-states.ts'

export interface ReplayInput {
  readonly type: ContainerType
  readonly pattern: string | null
  readonly serverIds: readonly string[]
  /** minutes since the epoch; `to` is exclusive */
  readonly from: number
  readonly to: number
}

/**
 * Runs in the maintenance worker and evaluates a condition over stored events, at the end of each minute. Events from before
 * the span tell the state at its start.
 */
export default async (
  { db, signal }: OffloadContext,
  { type, pattern, serverIds, from, to }: ReplayInput,
): Promise<MatchingMinutes> => {
  const store = eventsStore(db)
  const found = new Map<string, Uint32Array>()
  for (const id of serverIds) {
    // So that an abort can arrive.
    await setImmediate()
    signal.throwIfAborted()
    const events = store.ofContainers(id, to * 60)
    if (events.length === 0) continue
    const states = makeContainerStates(type, pattern)
    let next = 0
    const spans = matchingSpans(from, to, (minute) => {
      const end = minute * 60 + 60
      for (; next < events.length && (events[next] as (typeof events)[number]).timestamp < end; next++) {
        states.apply(events[next] as (typeof events)[number])
      }
      return states.matches(end)
    })
    if (spans.length > 0) found.set(id, spans)
  }
  return found
}
