import { badRequest, type Database, invalid, notFound } from '@svc/plugin-sdk'
import type { OwnerProof } from '../contract.ts'
import type { CredentialCheck } from '../credential-check.ts'
import { limitPassword } from '../passwords/password-policy.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import type { UsersStore } from '../users/users-store.ts'
import type { StepUp } from './step-up.ts'

interface Deps {
  readonly db: Database
  readonly users: Pick<UsersStore, 'get'>
  readonly stepUp: StepUp
  readonly secondFactor: Pick<SecondFactor, 'accepts'>
  readonly requireValidCredential: CredentialCheck['requireValid']
}

function requireText(field: string, text: string | undefined): string {
  if (text === undefined) throw invalid(field, 'kernel.REQUIRED')
  return limitPassword(field, text)
}

/** Runs `act` in a transaction after verifying that the caller owns the account, not only a session of it. */
export const makeOwnerProof =
  ({ db, users, stepUp, secondFactor, requireValidCredential }: Deps): OwnerProof =>
  async (request, proof, act) => {
    const { who, ip } = request
    const { userId } = who
    const user = users.get(userId)
    if (!user) throw notFound('auth.ACCOUNT_DELETED')
    if (user.has_password === 0) {
      const code = requireText('code', proof.code)
      return stepUp.code(
        request,
        badRequest('auth.WRONG_CODE'),
        () => secondFactor.accepts(userId, code, ip) || undefined,
        () => {
          requireValidCredential(who)
          return act()
        },
      )
    }
    await stepUp.password(request, user, 'password', requireText('password', proof.password))
    return db.transaction(() => {
      requireValidCredential(who)
      // it may have changed while hashing
      if (users.get(userId)?.password_hash !== user.password_hash) {
        throw badRequest('auth.WRONG_PASSWORD', { field: 'password' })
      }
      return act()
    })
  }
