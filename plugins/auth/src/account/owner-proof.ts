import { badRequest, type Database, invalid, notFound, type Principal } from '@svc/plugin-sdk'
import { requirePasswordText } from '../passwords/password-policy.js'
import type { SecondFactor } from '../two-factor/second-factor.js'
import type { UsersStore } from '../users/users-store.js'
import type { StepUp } from './step-up.js'

/** What was typed as proof. Accounts with a password need it; those without one need a code of the second factor. */
export interface TypedProof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

interface Deps {
  readonly db: Database
  readonly users: Pick<UsersStore, 'get'>
  readonly stepUp: StepUp
  readonly secondFactor: Pick<SecondFactor, 'accepts'>
}

function given(field: string, text: string | undefined): string {
  if (text === undefined) throw invalid(field, 'is required')
  return requirePasswordText(field, text)
}

/** Runs `act` in the transaction that checks that its caller is the owner of the account, not only of a session. */
export const makeOwnerProof =
  ({ db, users, stepUp, secondFactor }: Deps) =>
  async <T>({ userId }: Principal, typed: TypedProof, ip: string, act: () => T): Promise<T> => {
    const user = users.get(userId)
    if (!user) throw notFound('the account is gone')
    if (user.has_password === 0) {
      const code = given('code', typed.code)
      return db.transaction(() => {
        stepUp.check(userId, 'code', () => secondFactor.accepts(userId, code, ip))
        return act()
      })
    }
    await stepUp.password(user, 'password', given('password', typed.password))
    return db.transaction(() => {
      // hashing gave others time to change it
      if (users.get(userId)?.password_hash !== user.password_hash) {
        throw badRequest('password is not the current password')
      }
      return act()
    })
  }
export type OwnerProof = ReturnType<typeof makeOwnerProof>
