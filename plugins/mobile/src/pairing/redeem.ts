import type { SignIn, Users } from '@svc/plugin-auth/contract'
import { badRequest, type Database } from '@svc/plugin-sdk'
import { refuseFlagged } from '../flagged.ts'
import type { Entry } from '../sessions/entry.ts'
import type { Installation } from '../sessions/sessions.ts'
import type { TokenAnswer } from '../sessions/token-answer.ts'
import type { TraceFailure } from '../trace.ts'
import type { PairingCodes } from './pairing-codes.ts'

/** One answer for every code that does not work. */
export const badCode = () => badRequest('the pairing code is unknown, used or expired')

interface Deps {
  readonly db: Database
  readonly users: Users
  readonly signIn: SignIn
  readonly codes: PairingCodes
  readonly enter: Entry
  readonly traceFailure: TraceFailure
}

/**
 * Signs a phone in by a code. Nothing here waits for anything, so of several requests with one code, be they for
 * pairing or for recovery, only the first finds it.
 */
export function makeRedeem({ db, users, signIn, codes, enter, traceFailure }: Deps) {
  const userOf = (text: string) => {
    const code = codes.find(text)
    if (!code) throw badCode()
    const user = users.get(code.userId)
    if (user && !user.flagged && users.securityStamp(user.id) === code.stamp) return user
    codes.consume(text)
    if (user) refuseFlagged(user)
    throw badCode()
  }
  const proven = (text: string, ip: string) => {
    try {
      return userOf(text)
    } catch (refusal) {
      traceFailure('pairing_code', ip)
      throw refusal
    }
  }
  return (text: string, installation: Installation): TokenAnswer => {
    const giveBack = signIn.countAttempt(installation.ip, '')
    const user = proven(text, installation.ip)
    const answer = db.transaction(() => enter.pair(user, installation))
    codes.consume(text)
    giveBack()
    return answer
  }
}
export type Redeem = ReturnType<typeof makeRedeem>
