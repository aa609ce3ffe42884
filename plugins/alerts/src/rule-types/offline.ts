import type { Agents, Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, text, toSeconds } from '@svc/plugin-sdk'
import type { RuleType } from '../contract.ts'
import type { OfflineStore } from './offline-store.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'get'>
  readonly agents: Pick<Agents, 'isOnline' | 'lastSeen'>
  readonly store: OfflineStore
}

/** seconds */
const defaultDuration = 60
/** A silent agent is detected within this time; after a longer silence it was this program that was suspended. */
const detectionMs = 60_000

/**
 * A server that has been connected before is offline for `duration` seconds. The time is stored, so that a restart does
 * not end alerts. A server that was connected when the program stopped counts as offline since the start of the program
 * at the earliest.
 */
export function makeOffline({ clock, servers, agents, store }: Dependencies) {
  const startedAt = toSeconds(clock.now())
  // The clock may have been set back while the program was stopped.
  store.clamp(startedAt)
  const offlineSince = store.all()
  let lastNow = startedAt
  /** cache of servers that never connected, because looking one up reads a row */
  const neverConnected = new Set<string>()

  const begin = (serverId: string, since: number) => {
    store.insert(serverId, since)
    offlineSince.set(serverId, since)
    return since
  }

  /** Shifts all times when the clock was set back, so that durations stay the same. */
  const adjustToClock = () => {
    const now = toSeconds(clock.now())
    const step = now - lastNow
    lastNow = now
    if (step >= 0 || offlineSince.size === 0) return
    store.shift(step)
    for (const [serverId, since] of offlineSince) offlineSince.set(serverId, since + step)
  }

  /** Epoch seconds; undefined for a server that is connected or never was. */
  function offlineSinceOf(serverId: string, now: number): number | undefined {
    if (agents.isOnline(serverId)) return undefined
    const since = offlineSince.get(serverId)
    // `now` is the start of the pass; the server may have gone offline after it.
    if (since !== undefined) return Math.min(since, now)
    if (neverConnected.has(serverId)) return undefined
    if (agents.lastSeen(serverId) !== undefined) return begin(serverId, Math.min(startedAt, now))
    neverConnected.add(serverId)
    return undefined
  }

  const type: RuleType = {
    type: 'offline',
    name: text('alerts.OFFLINE'),
    kind: 'state',
    isReachability: true,
    unit: 'seconds',
    fields: ['duration'],
    defaultDuration,
    starter: { name: text('alerts.STARTER_OFFLINE'), severity: 'critical', condition: { duration: 120 } },
    judge({ duration }, servers, now) {
      adjustToClock()
      return new Map(
        servers.map(({ id }) => {
          const since = offlineSinceOf(id, now)
          if (since === undefined) return [id, { matches: false, value: 0 }]
          return [id, { matches: now - since >= (duration ?? defaultDuration), value: now - since }]
        }),
      )
    },
  }

  return {
    type,
    wentOffline(serverId: string) {
      adjustToClock()
      // Deleting a server disconnects it, too.
      if (offlineSince.has(serverId) || !servers.get(serverId)) return
      const now = clock.now()
      const lastSeen = Math.min(agents.lastSeen(serverId) ?? now, now)
      begin(serverId, toSeconds(now - lastSeen > detectionMs ? now : lastSeen))
    },
    cameOnline(serverId: string) {
      neverConnected.delete(serverId)
      if (offlineSince.delete(serverId)) store.remove(serverId)
    },
    /** Its row is deleted with the server. */
    serverDeleted(serverId: string) {
      neverConnected.delete(serverId)
      offlineSince.delete(serverId)
    },
  }
}
