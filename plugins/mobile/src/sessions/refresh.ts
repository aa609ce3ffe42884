import type { Users } from '@svc/plugin-auth/contract'
import { type Clock, type Database, makeRateLimiter, toSeconds, unauthorized } from '@svc/plugin-sdk'
import type { AuditWriter } from '../audit-writer.ts'
import { requireNotFlagged } from '../flagged.ts'
import { hashToken } from '../token.ts'
import type { RevocationCheck } from './revocation-check.ts'
import type { Sessions } from './sessions.ts'
import type { SessionsStore } from './sessions-store.ts'
import type { TokenResponse } from './token-response.ts'

/** Each rotation stores a hash until the session ends, so rotations are limited. */
const rotationLimit = { max: 60, windowMs: 15 * 60_000 }
/** Reuse of a refresh token is audited once per session and hour. */
const reuseAuditLimit = { max: 1, windowMs: 3_600_000 }

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: Users
  readonly store: SessionsStore
  readonly sessions: Sessions
  readonly revocationCheck: RevocationCheck
  readonly writeAudit: AuditWriter
}

/** Exchanges a refresh token for new tokens of the same session. */
export function makeRefresh({ db, clock, users, store, sessions, revocationCheck, writeAudit }: Deps) {
  const rotationLimiter = makeRateLimiter(rotationLimit, clock)
  const reuseAuditLimiter = makeRateLimiter(reuseAuditLimit, clock)

  const rotate = (hash: string, installationId: string, ip: string): TokenResponse | undefined => {
    const row = store.byRefresh(hash)
    if (!row || row.installation_id !== installationId || row.refresh_expires_at <= toSeconds(clock.now())) {
      return undefined
    }
    const user = revocationCheck.unlessRevoked(row) && users.get(row.user_id)
    if (!user) return undefined
    requireNotFlagged(user)
    rotationLimiter.take(row.id)
    return sessions.rotate(row, user, ip)
  }

  /**
   * Audits the reuse of a consumed refresh token. The session stays: usually the response to a refresh was lost, and the
   * phone then revokes the session with this very token. Ending it would not stop a thief either, who already holds newer
   * tokens.
   */
  const auditReuse = (hash: string, ip: string) => {
    const row = store.byConsumed(hash)
    if (!row) return
    try {
      reuseAuditLimiter.take(row.id)
    } catch {
      return
    }
    writeAudit('mobile_refresh_reused', row, ip)
  }

  return (token: string, installationId: string, ip: string): TokenResponse => {
    const hash = hashToken(token)
    if (hash === undefined) throw unauthorized()
    const response = db.transaction(() => rotate(hash, installationId, ip))
    if (response) return response
    auditReuse(hash, ip)
    throw unauthorized()
  }
}
export type Refresh = ReturnType<typeof makeRefresh>
