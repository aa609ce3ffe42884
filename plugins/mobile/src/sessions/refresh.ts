import type { Users } from '@svc/plugin-auth/contract'
import { type Clock, type Database, makeRateLimiter, toSeconds, unauthorized } from '@svc/plugin-sdk'
import { refuseFlagged } from '../flagged.ts'
import { hashToken } from '../token.ts'
import type { Trace } from '../trace.ts'
import type { Liveness } from './liveness.ts'
import type { Sessions } from './sessions.ts'
import type { SessionsStore } from './sessions-store.ts'
import type { TokenAnswer } from './token-answer.ts'

/** Every rotation leaves a hash for the life of the session, so a session cannot be rotated without end. */
const rotations = { max: 60, windowMs: 15 * 60_000 }
/** A secret that is presented again and again leaves one row in the audit log per session and hour. */
const reports = { max: 1, windowMs: 3_600_000 }

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: Users
  readonly store: SessionsStore
  readonly sessions: Sessions
  readonly liveness: Liveness
  readonly trace: Trace
}

/** Exchanges a refresh token for new tokens of the same session. */
export function makeRefresh({ db, clock, users, store, sessions, liveness, trace }: Deps) {
  const rotated = makeRateLimiter(rotations, clock)
  const reported = makeRateLimiter(reports, clock)

  const rotate = (hash: string, installationId: string, ip: string): TokenAnswer | undefined => {
    const row = store.byRefresh(hash)
    if (!row || row.installation_id !== installationId || row.refresh_expires_at <= toSeconds(clock.now())) {
      return undefined
    }
    const user = liveness.unlessDead(row) && users.get(row.user_id)
    if (!user) return undefined
    refuseFlagged(user)
    rotated.take(row.id)
    return sessions.rotate(row, user, ip)
  }

  /**
   * A used-up secret grants nothing, but its session stays: most often the answer of a refresh got lost, and then the
   * owner cleans up with this very secret. Ending the session here would not stop a thief either, who holds the tokens
   * of the refresh that came first. So it is only told to the owner.
   */
  const report = (hash: string, ip: string) => {
    const row = store.byConsumed(hash)
    if (!row) return
    try {
      reported.take(row.id)
    } catch {
      return
    }
    trace('mobile_refresh_reused', row, ip)
  }

  return (token: string, installationId: string, ip: string): TokenAnswer => {
    const hash = hashToken(token)
    if (hash === undefined) throw unauthorized()
    const answer = db.transaction(() => rotate(hash, installationId, ip))
    if (answer) return answer
    report(hash, ip)
    throw unauthorized()
  }
}
export type Refresh = ReturnType<typeof makeRefresh>
