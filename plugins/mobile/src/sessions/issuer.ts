import type { CredentialIssuer } from '@svc/plugin-auth/contract'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import { hashToken } from '../token.ts'
import type { Liveness } from './liveness.ts'
import type { Removal } from './removal.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'

/** Busy sessions are written once a minute. */
const touchSeconds = 60

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly store: SessionsStore
  readonly liveness: Liveness
  readonly remove: Removal
}

/**
 * Access tokens as credentials. The credential id is the id of the session, not of the access token: removing a session
 * closes everything it opened, and so does a refresh, which no other access token of the session survives.
 */
export function makeIssuer({ clock, store, liveness, remove }: Deps) {
  /** The session of a living access token. */
  function sessionOf(token: string): SessionRow | undefined {
    const hash = hashToken(token)
    const row = hash && store.byAccess(hash)
    const now = toSeconds(clock.now())
    if (!row || row.access_expires_at <= now || !liveness.unlessDead(row)) return undefined
    if (now - row.last_used_at >= touchSeconds) store.touch(row.id, now)
    return row
  }

  const issuer: CredentialIssuer = {
    plugin: 'mobile',
    find(token) {
      const row = sessionOf(token)
      return row && { userId: row.user_id, credentialId: row.id, deadline: row.access_expires_at * 1000 }
    },
    isValid: (id) => {
      const row = store.get(id)
      return row !== undefined && row.refresh_expires_at > toSeconds(clock.now()) && !liveness.isDead(row)
    },
    revokeAll(userId, version, except) {
      for (const row of store.ofUser(userId)) {
        if (row.id === except) store.keep(row.id, version)
        else remove(row)
      }
    },
  }
  return { issuer, sessionOf }
}
