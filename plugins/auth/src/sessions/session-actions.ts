import { notFound, type Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Revocation } from '../revocation.ts'
import type { Sessions } from './sessions.ts'

interface Deps {
  readonly sessions: Sessions
  readonly revocation: Revocation
  readonly audit: Audit
}

/** Ends web sessions. */
export const makeSessionActions = ({ sessions, revocation, audit }: Deps) => ({
  signOut(who: Principal, ip: string): void {
    const signOut = () => {
      const deleted = sessions.delete(who.credentialId, who.userId)
      if (deleted) revocation.one(who.userId, who.credentialId)
      return deleted
    }
    audit.act({ userId: who.userId, ip }, 'logout', signOut, (deleted) => (deleted ? {} : undefined))
  },

  /** Ends a session of the caller; throws 404 if it is not theirs. */
  revoke(who: Principal, sessionId: string, ip: string): void {
    const revoke = () => {
      if (!sessions.delete(sessionId, who.userId)) throw notFound('auth.SESSION_NOT_FOUND')
      revocation.one(who.userId, sessionId)
    }
    audit.act({ userId: who.userId, ip }, 'session_revoked', revoke, () => ({ session_id: sessionId }))
  },

  /** Deletes expired sessions and closes their connections. */
  expire(): void {
    for (const { id, user_id } of sessions.deleteExpired()) revocation.one(user_id, id, 'expired')
  },
})
export type SessionActions = ReturnType<typeof makeSessionActions>
