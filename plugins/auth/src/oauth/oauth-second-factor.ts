import { badRequest, type Clock, type Database, makeRateLimiter, unauthorized } from '@svc/plugin-sdk'
import type { SignIn, User, Users } from '../contract.ts'
import type { OpenedSession } from '../sessions/sessions.ts'
import type { Visitor } from '../sessions/visitor.ts'
import type { FailureAudit } from '../sign-in/failure-audit.ts'
import type { OpenWebSession } from '../sign-in/open-web-session.ts'
import { hashToken, makeToken } from '../token.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import { makeExpiringMap } from './expiring-map.ts'
import type { OauthAccountsStore } from './oauth-accounts-store.ts'

export const waitingSeconds = 300
const capacity = 1000
/** Wrong codes per sign-in, and per account in all sign-ins. */
const maxWrongCodes = 5
const wrongCodesPerUser = { max: 10, windowMs: 15 * 60_000 }

export interface WaitingSignIn {
  readonly userId: string
  /** the link that passed the first step */
  readonly linkId: string
  readonly provider: string
  /** security stamp of the account after the first step */
  readonly stamp: string
}

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly service: Users
  readonly secondFactor: Pick<SecondFactor, 'accepts'>
  readonly linked: OauthAccountsStore
  readonly signIn: Pick<SignIn, 'countAttempt'>
  readonly openWebSession: OpenWebSession
  readonly failureAudit: Pick<FailureAudit, 'write'>
}

const nothingWaiting = () => badRequest('auth.NO_SIGN_IN_WAITING')

/** Provider sign-ins that are waiting for the code of the second factor. */
export function makeOauthSecondFactor({
  db,
  clock,
  service,
  secondFactor,
  linked,
  signIn,
  openWebSession,
  failureAudit,
}: Deps) {
  const waitingSignIns = makeExpiringMap<WaitingSignIn & { wrong: number }>(
    { lifetimeMs: waitingSeconds * 1000, capacity },
    clock,
  )
  const userLimiter = makeRateLimiter(wrongCodesPerUser, clock)

  /** Undefined if the account has changed since, or the identity is no longer linked. */
  function currentUser({ userId, linkId, stamp }: WaitingSignIn): User | undefined {
    const isLinked = linked.list(userId).some(({ id }) => id === linkId)
    return isLinked && service.securityStamp(userId) === stamp ? service.get(userId) : undefined
  }

  return {
    /** Returns the token for the cookie. */
    begin(waiting: WaitingSignIn): string {
      const token = makeToken()
      waitingSignIns.set(hashToken(token) as string, { ...waiting, wrong: 0 })
      return token
    },

    /** Opens the session, once. Throws 400 if nothing is waiting, 401 for a wrong code. */
    finish(token: string | undefined, code: string, visitor: Visitor): { user: User; opened: OpenedSession } {
      const key = token === undefined ? undefined : hashToken(token)
      const waiting = key === undefined ? undefined : waitingSignIns.get(key)
      const user = waiting && currentUser(waiting)
      if (key === undefined || !waiting || !user) {
        if (key !== undefined) waitingSignIns.delete(key)
        throw nothingWaiting()
      }
      const { provider } = waiting
      const refund = signIn.countAttempt(visitor.ip, user.username)
      userLimiter.take(user.id)
      const opened = db.transaction(() =>
        secondFactor.accepts(user.id, code, visitor.ip)
          ? openWebSession(user.id, visitor, { method: 'oauth', provider })
          : undefined,
      )
      if (!opened) {
        waiting.wrong += 1
        if (waiting.wrong >= maxWrongCodes) waitingSignIns.delete(key)
        const detail = { provider, reason: 'wrong_code', username: user.username }
        failureAudit.write('oauth_login_failed', detail, visitor.ip)
        throw unauthorized()
      }
      waitingSignIns.delete(key)
      refund()
      userLimiter.refund(user.id)
      return { user, opened }
    },
  }
}
export type OauthSecondFactor = ReturnType<typeof makeOauthSecondFactor>
