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

/** The ways a web session ends. */
export const makeSessionActs = ({ db, sessions, revocation, audit }: Deps) => ({
  signOut(who: Principal, ip: string): void {
    db.transaction(() => {
      if (!sessions.drop(who.credentialId, who.userId)) return
      audit.write({ userId: who.userId, action: 'logout', ip })
      revocation.one(who.userId, who.credentialId)
    })
  },

  /** Ends one session of the caller; 404 when it is not theirs. */
  revoke(who: Principal, sessionId: string, ip: string): void {
    db.transaction(() => {
      if (!sessions.drop(sessionId, who.userId)) throw notFound('there is no such session')
      audit.write({ userId: who.userId, action: 'session_revoked', detail: { session_id: sessionId }, ip })
      revocation.one(who.userId, sessionId)
    })
  },

  /** Ends what ran out, connections included. */
  expire(): void {
    for (const { id, user_id } of sessions.dropExpired()) revocation.one(user_id, id)
  },
})
export type SessionActs = ReturnType<typeof makeSessionActs>
