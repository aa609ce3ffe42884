import { type Database, notFound, type Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Revocation } from '../revocation.ts'
import type { Sessions } from './sessions.ts'

interface Deps {
  readonly db: Database
  readonly sessions: Sessions
  readonly revocation: Revocation
  readonly audit: Audit
}

/** Ends web sessions. */
export const makeSessionActions = ({ db, sessions, revocation, audit }: Deps) => ({
  signOut(who: Principal, ip: string): void {
    db.transaction(() => {
      if (!sessions.delete(who.credentialId, who.userId)) return
      audit.write({ userId: who.userId, action: 'logout', ip })
      revocation.one(who.userId, who.credentialId)
    })
  },

  /** Ends a session of the caller; throws 404 if it is not theirs. */
  revoke(who: Principal, sessionId: string, ip: string): void {
    db.transaction(() => {
      if (!sessions.delete(sessionId, who.userId)) throw notFound('session not found')
      audit.write({ userId: who.userId, action: 'session_revoked', detail: { session_id: sessionId }, ip })
      revocation.one(who.userId, sessionId)
    })
  },

  /** Deletes expired sessions and closes their connections. */
  expire(): void {
    for (const { id, user_id } of sessions.deleteExpired()) revocation.one(user_id, id)
  },
})
export type SessionActions = ReturnType<typeof makeSessionActions>
