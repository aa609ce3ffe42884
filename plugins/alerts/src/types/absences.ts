import type { Agents, Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import type { AbsencesStore } from './absences-store.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'get'>
  readonly agents: Pick<Agents, 'isOnline' | 'lastSeen'>
  readonly store: AbsencesStore
}

/** milliseconds within which the silence of an agent is noticed; after a longer one it was this program that stood still */
const noticed = 60_000

/**
 * Since when servers are away. It is stored, because a restart must not end the alert of a server that is away for
 * days. One that was connected when the program ended counts as away from the start of the program at the earliest:
 * nobody knows better.
 */
export function makeAbsences({ clock, servers, agents, store }: Dependencies) {
  const startedAt = toSeconds(clock.now())
  // the clock was set back while the program did not run
  store.notAfter(startedAt)
  const since = store.all()
  let latest = startedAt
  /** servers that no agent was ever connected to: there may be many, and each question reads a row */
  const never = new Set<string>()

  const begin = (serverId: string, at: number) => {
    store.begin(serverId, at)
    since.set(serverId, at)
    return at
  }

  /** A clock that was set back takes the absences with it: what lasted for an hour still does. */
  const heed = () => {
    const now = toSeconds(clock.now())
    const step = now - latest
    latest = now
    if (step >= 0 || since.size === 0) return
    store.shift(step)
    for (const [serverId, at] of since) since.set(serverId, at + step)
  }

  return {
    /** Epoch seconds; undefined for a server that is connected, or never was. */
    since(serverId: string, now: number): number | undefined {
      heed()
      if (agents.isOnline(serverId)) return undefined
      const known = since.get(serverId)
      // `now` is when the pass began, and it may have left since
      if (known !== undefined) return Math.min(known, now)
      if (never.has(serverId)) return undefined
      if (agents.lastSeen(serverId) !== undefined) return begin(serverId, Math.min(startedAt, now))
      never.add(serverId)
      return undefined
    },
    left(serverId: string) {
      heed()
      // One that was deleted leaves as well.
      if (since.has(serverId) || !servers.get(serverId)) return
      const now = clock.now()
      const seen = Math.min(agents.lastSeen(serverId) ?? now, now)
      begin(serverId, toSeconds(now - seen > noticed ? now : seen))
    },
    came(serverId: string) {
      never.delete(serverId)
      if (since.delete(serverId)) store.end(serverId)
    },
    /** Servers that were deleted while this plugin was off. */
    forgetUnknown() {
      for (const serverId of since.keys()) {
        if (servers.get(serverId)) continue
        store.end(serverId)
        since.delete(serverId)
      }
    },
    /** Inside the transaction that deletes the server. */
    forget: (serverId: string) => store.end(serverId),
  }
}
export type Absences = ReturnType<typeof makeAbsences>
