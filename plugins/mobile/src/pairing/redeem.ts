import type { SignIn, Users } from '@svc/plugin-auth/contract'
import { badRequest, type Database } from '@svc/plugin-sdk'
import { requireNotFlagged } from '../flagged.ts'
import type { Installation } from '../sessions/sessions.ts'
import type { SignInSession } from '../sessions/sign-in.ts'
import type { TokenResponse } from '../sessions/token-response.ts'
import type { PairingCodes } from './pairing-codes.ts'

/** The same error for every invalid code. */
export const invalidCode = () => badRequest('mobile.INVALID_PAIRING_CODE')

interface Deps {
  readonly db: Database
  readonly users: Users
  readonly signIn: SignIn
  readonly codes: PairingCodes
  readonly openSession: SignInSession
}

/**
 * Signs a phone in with a pairing code. Runs synchronously, so that of concurrent requests with one code only the first
 * finds it.
 */
export function makeRedeem({ db, users, signIn, codes, openSession }: Deps) {
  const userOf = (text: string) => {
    const code = codes.find(text)
    if (!code) throw invalidCode()
    const user = users.get(code.userId)
    if (user && !user.flagged && users.securityStamp(user.id) === code.stamp) return user
    codes.consume(text)
    if (user) requireNotFlagged(user)
    throw invalidCode()
  }
  const requireUser = (text: string, ip: string) => {
    try {
      return userOf(text)
    } catch (error) {
      signIn.auditFailure({ method: 'pairing_code' }, ip)
      throw error
    }
  }
  return (text: string, installation: Installation): TokenResponse => {
    const refund = signIn.countAttempt(installation.ip, '')
    const user = requireUser(text, installation.ip)
    const response = db.transaction(() => openSession.pair(user, installation))
    codes.consume(text)
    refund()
    return response
  }
}
export type Redeem = ReturnType<typeof makeRedeem>
