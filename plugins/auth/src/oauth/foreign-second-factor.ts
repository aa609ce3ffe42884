import { badRequest, type Clock, type Database, makeRateLimiter, unauthorized } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { SignIn, User, Users } from '../contract.ts'
import type { Opened, Visitor } from '../sessions/sessions.ts'
import type { WebEntry } from '../sign-in/web-entry.ts'
import { hashToken, makeToken } from '../token.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import { makeExpiring } from './expiring.ts'
import type { OauthAccountsStore } from './oauth-accounts-store.ts'

export const waitingSeconds = 300
const capacity = 1000
/** Wrong codes of one sign-in, and of one account by all of its sign-ins. */
const wrongCodes = 5
const wrongCodesOfUser = { max: 10, windowMs: 15 * 60_000 }

export interface Waiting {
  readonly userId: string
  /** the link that let them come this far */
  readonly linkId: string
  readonly provider: string
  /** of the account when it was decided that only the code is missing */
  readonly stamp: string
}

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly service: Users
  readonly secondFactor: Pick<SecondFactor, 'accepts'>
  readonly linked: OauthAccountsStore
  readonly signIn: Pick<SignIn, 'count'>
  readonly enter: WebEntry
  readonly audit: Audit
}

const nothing = () => badRequest('no sign-in is waiting for a code; start again')

/** People who proved who they are at a provider, and still owe the code of their second factor. */
export function makeForeignSecondFactor({ db, clock, service, secondFactor, linked, signIn, enter, audit }: Deps) {
  const all = makeExpiring<Waiting & { wrong: number }>({ lifetimeMs: waitingSeconds * 1000, capacity }, clock)
  const perUser = makeRateLimiter(wrongCodesOfUser, clock)

  /** Undefined when the account has changed since, or the identity no longer belongs to it. */
  function stillValid({ userId, linkId, stamp }: Waiting): User | undefined {
    const linkedYet = linked.list(userId).some(({ id }) => id === linkId)
    return linkedYet && service.securityStamp(userId) === stamp ? service.get(userId) : undefined
  }

  return {
    /** Returns what names it, for the cookie. */
    begin(waiting: Waiting): string {
      const token = makeToken()
      all.add(hashToken(token) as string, { ...waiting, wrong: 0 })
      return token
    },

    /** Opens the session; 400 when nothing is waiting, 401 for a wrong code. Works once. */
    finish(token: string | undefined, code: string, visitor: Visitor): { user: User; opened: Opened } {
      const key = token === undefined ? undefined : hashToken(token)
      const waiting = key === undefined ? undefined : all.get(key)
      const user = waiting && stillValid(waiting)
      if (key === undefined || !waiting || !user) {
        if (key !== undefined) all.drop(key)
        throw nothing()
      }
      const { provider } = waiting
      const giveBack = signIn.count(visitor.ip, user.username)
      perUser.take(user.id)
      const opened = db.transaction(() =>
        secondFactor.accepts(user.id, code, visitor.ip)
          ? enter(user.id, visitor, { method: 'oauth', provider })
          : undefined,
      )
      if (!opened) {
        waiting.wrong += 1
        if (waiting.wrong >= wrongCodes) all.drop(key)
        const detail = { provider, reason: 'wrong_code', username: user.username }
        audit.write({ userId: 'anonymous', action: 'oauth_login_failed', detail, ip: visitor.ip })
        throw unauthorized()
      }
      all.drop(key)
      giveBack()
      perUser.refund(user.id)
      return { user, opened }
    },
  }
}
export type ForeignSecondFactor = ReturnType<typeof makeForeignSecondFactor>
