import { randomUUID } from 'node:crypto'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import { hashToken, makeToken } from '../token.ts'
import type { SessionsStore, SignedInRow } from './sessions-store.ts'

/** A session ends then, however much it is used. */
const longestSeconds = 30 * 86_400
/** Renewal writes a row, so busy sessions do it once a minute. */
const renewSeconds = 60
const mostPerUser = 50

export interface Visitor {
  readonly ip: string
  readonly userAgent: string
}

export interface Opened {
  readonly token: string
  readonly maxAge: number
  /** older sessions of the user that had to make room */
  readonly dropped: readonly { readonly id: string; readonly user_id: string }[]
}

export interface Found {
  readonly session: SignedInRow
  /** milliseconds; the fixed end */
  readonly deadline: number
  /** set when the session was just renewed: seconds it now lives */
  readonly renewedFor?: number
}

/** Sessions that slide: each use moves the end, up to a fixed one. */
export function makeSessions(store: SessionsStore, clock: Pick<Clock, 'now'>, ttl: number) {
  const longest = Math.max(longestSeconds, ttl)
  const renewAfter = Math.min(renewSeconds, Math.floor(ttl / 2))
  const now = () => toSeconds(clock.now())

  return {
    /** Call it in the transaction that verified the user. */
    open(userId: string, visitor: Visitor): Opened {
      const token = makeToken()
      store.insert({
        id: randomUUID(),
        user_id: userId,
        token_hash: hashToken(token) as string,
        source: 'web',
        ip: visitor.ip,
        user_agent: visitor.userAgent.slice(0, 256),
        created_at: now(),
        expires_at: now() + ttl,
      })
      return { token, maxAge: ttl, dropped: store.dropOldest(userId, mostPerUser) }
    },

    /** The living session of a token; using it renews it. */
    find(token: string): Found | undefined {
      const hash = hashToken(token)
      const session = hash && store.find(hash)
      if (!session || session.expires_at <= now()) return undefined
      const end = session.created_at + longest
      const found = { session, deadline: end * 1000 }
      if (now() - session.last_seen_at < renewAfter) return found
      const expiresAt = Math.min(now() + ttl, end)
      store.touch(session.id, now(), expiresAt)
      return { ...found, renewedFor: expiresAt - now() }
    },

    /** Whether the user has signed in from this address and not signed out there. */
    cameFrom: store.cameFrom,
    list: (userId: string) => store.list(userId, now()),
    drop: store.drop,
    dropOthers: store.dropOthers,
    dropExpired: () => store.dropExpired(now()),
  }
}
export type Sessions = ReturnType<typeof makeSessions>
