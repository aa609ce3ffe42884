import type { CredentialIssuer } from '@svc/plugin-auth/contract'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import { hashToken } from '../token.ts'
import type { Removal } from './removal.ts'
import type { RevocationCheck } from './revocation-check.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'

/** Recording a use writes a row, so it happens at most once a minute. */
const touchSeconds = 60

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly store: SessionsStore
  readonly revocationCheck: RevocationCheck
  readonly remove: Removal
}

/**
 * Access tokens as credentials. The credential id is the session id, so that deleting a session closes all its connections.
 * So does a refresh, because a session has only one valid access token.
 */
export function makeIssuer({ clock, store, revocationCheck, remove }: Deps) {
  /** The session of a valid access token. */
  function sessionOf(token: string): SessionRow | undefined {
    const hash = hashToken(token)
    const row = hash && store.byAccess(hash)
    const now = toSeconds(clock.now())
    if (!row || row.access_expires_at <= now || !revocationCheck.unlessRevoked(row)) return undefined
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
      return row !== undefined && row.refresh_expires_at > toSeconds(clock.now()) && !revocationCheck.isRevoked(row)
    },
    revokeAll(userId, version, except) {
      for (const row of store.ofUser(userId)) {
        if (row.id === except) store.setVersion(row.id, version)
        else remove(row)
      }
    },
  }
  return { issuer, sessionOf }
}
