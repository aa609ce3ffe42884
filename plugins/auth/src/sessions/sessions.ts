import { randomUUID } from 'node:crypto'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import { hashToken, makeToken } from '../token.ts'
import type { SessionsStore, SignedInRow } from './sessions-store.ts'
import type { Visitor } from './visitor.ts'

/** Absolute lifetime, however active the session is. */
const maxLifetimeSeconds = 30 * 86_400
/** Renewal writes a row, so it happens at most once a minute. */
const renewSeconds = 60
const maxPerUser = 50
/** Sessions of which the latest address is remembered. */
const maxMoved = 10_000

interface DeletedSession {
  readonly id: string
  readonly user_id: string
}

export interface OpenedSession {
  readonly token: string
  readonly maxAge: number
  /** session that the browser had, which is deleted */
  readonly former: readonly DeletedSession[]
  /** older sessions of the user, deleted to stay below the limit */
  readonly dropped: readonly DeletedSession[]
}

export interface ActiveSession {
  readonly session: SignedInRow
  /** epoch milliseconds of its absolute end */
  readonly deadline: number
  /** set when the session was just renewed: new lifetime in seconds */
  readonly renewedFor?: number
}

/** Sessions with sliding expiry up to an absolute end. */
export function makeSessions(store: SessionsStore, clock: Pick<Clock, 'now'>, ttl: number) {
  const maxLifetime = Math.max(maxLifetimeSeconds, ttl)
  const renewAfter = Math.min(renewSeconds, Math.floor(ttl / 2))
  const now = () => toSeconds(clock.now())
  /** the address that last used a session, if it is not the one that opened it; the latest last */
  const moved = new Map<string, string>()

  function noteAddress({ id, ip }: SignedInRow, usedFrom: string): void {
    moved.delete(id)
    if (usedFrom === ip) return
    moved.set(id, usedFrom)
    const [oldest] = moved.keys()
    if (moved.size > maxMoved && oldest !== undefined) moved.delete(oldest)
  }

  return {
    /** Call it in the transaction that verified the user. */
    open(userId: string, visitor: Visitor): OpenedSession {
      const token = makeToken()
      const formerHash = visitor.formerToken && hashToken(visitor.formerToken)
      const former = formerHash ? store.deleteByHash(formerHash) : []
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
      return { token, maxAge: ttl, former, dropped: store.deleteOldest(userId, maxPerUser) }
    },

    /** The live session of a token, renewed by this use from an address. */
    find(token: string, ip: string): ActiveSession | undefined {
      const hash = hashToken(token)
      const session = hash && store.find(hash)
      if (!session || session.expires_at <= now()) return undefined
      noteAddress(session, ip)
      const end = session.created_at + maxLifetime
      const found = { session, deadline: end * 1000 }
      if (now() - session.last_seen_at < renewAfter) return found
      const expiresAt = Math.min(now() + ttl, end)
      store.touch(session.id, now(), expiresAt)
      return { ...found, renewedFor: expiresAt - now() }
    },

    /** Whether the user has a session that was opened from this address. */
    hasSessionFrom: store.hasSessionFrom,
    list: (userId: string) => store.list(userId, now()),
    /** The addresses from which valid sessions were opened, and those that used them last since the start. */
    addresses: () => [...new Set(store.addresses(now()).flatMap(({ id, ip }) => [ip, moved.get(id) ?? ip]))],
    delete: store.delete,
    deleteOthers: store.deleteOthers,
    deleteExpired: () => store.deleteExpired(now()),
  }
}
export type Sessions = ReturnType<typeof makeSessions>
