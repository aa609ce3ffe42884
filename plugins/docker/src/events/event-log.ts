import type { AgentSource, Agents, Live } from '@svc/plugin-enrollment/contract'
import { type Core, makeRateLimiter, toSeconds } from '@svc/plugin-sdk'
import type { Payload } from '@svc/protocol'
import type { CanAsk } from '../can-ask.ts'
import { sanitizeEvent } from '../sanitize.ts'
import {
  type AgentDockerEvent,
  type DockerEvent,
  DockerEventsStart,
  DockerEventUpdate,
  DockerSubscribe,
  isNoise,
} from '../wire.ts'
import type { EventsStore } from './events-store.ts'

/** A host that creates and removes containers all day stays far below. */
const budget = { max: 600, windowMs: 60_000 }
/** Stored events of one server; the oldest ones are deleted, whatever their age. */
const maxStored = 10_000
const trimInterval = 256
const warnIntervalMs = 60_000

interface Dependencies extends Pick<Core, 'clock' | 'log'> {
  readonly store: EventsStore
  readonly agents: Pick<Agents, 'send'>
  readonly canAsk: CanAsk
  readonly live: Pick<Live, 'toViewers'>
}

/** The events that a server sends. */
interface Followed {
  /** Stored events of the second from which events were requested, and how many of each the agent may send again. */
  readonly repeats: Map<string, number>
  stored: number
  dropped: number
  warnedAt: number
}

const keyOf = ({ timestamp, event_type, action, actor_id, attributes }: DockerEvent) =>
  JSON.stringify([timestamp, event_type, action, actor_id, attributes])

/** Follows the daemons of all hosts that permit it, whether or not somebody watches, and stores what happens. */
export function makeEventLog({ clock, log, store, agents, canAsk, live }: Dependencies) {
  const followed = new Map<string, Followed>()
  const limiter = makeRateLimiter(budget, clock)

  const follow = (serverId: string) => {
    store.trim(serverId, maxStored)
    const since = store.latest(serverId)
    const repeats = new Map<string, number>()
    if (since !== null) {
      for (const key of store.at(serverId, since).map(keyOf)) repeats.set(key, (repeats.get(key) ?? 0) + 1)
    }
    if (!agents.send(serverId, DockerEventsStart, { since })) return
    followed.set(serverId, { repeats, stored: 0, dropped: 0, warnedAt: Number.NEGATIVE_INFINITY })
  }

  const isRepeat = ({ repeats }: Followed, event: DockerEvent) => {
    const key = keyOf(event)
    const left = repeats.get(key) ?? 0
    if (left === 0) return false
    repeats.set(key, left - 1)
    return true
  }

  const isWithinBudget = (serverId: string) => {
    try {
      limiter.take(serverId)
      return true
    } catch {
      return false
    }
  }

  const warn = (serverId: string, state: Followed) => {
    state.dropped += 1
    if (clock.now() - state.warnedAt < warnIntervalMs) return
    state.warnedAt = clock.now()
    log.warn({ server_id: serverId, dropped: state.dropped }, 'a host sends more Docker events than are stored')
    state.dropped = 0
  }

  return {
    /** Requests events from an agent that has become able to send them. */
    reconcile(serverId: string) {
      if (!canAsk(serverId)) followed.delete(serverId)
      else if (!followed.has(serverId)) follow(serverId)
    },

    /** A new connection knows nothing of what was requested on the one before. */
    forget: (serverId: string) => void followed.delete(serverId),

    receive({ event: sent }: Payload<typeof AgentDockerEvent>, { serverId }: Pick<AgentSource, 'serverId'>) {
      const state = followed.get(serverId)
      if (!state || isNoise(sent.action)) return
      const event = sanitizeEvent(sent, toSeconds(clock.now()))
      if (isRepeat(state, event)) return
      if (!isWithinBudget(serverId)) {
        warn(serverId, state)
        return
      }
      store.add(serverId, event)
      state.stored += 1
      if (state.stored % trimInterval === 0) store.trim(serverId, maxStored)
      live.toViewers({ subscribe: DockerSubscribe }, serverId, DockerEventUpdate, { event })
    },
  }
}
