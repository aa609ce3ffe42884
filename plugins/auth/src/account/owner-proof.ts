import { badRequest, type Database, invalid, notFound } from '@svc/plugin-sdk'
import type { Living } from '../living.ts'
import { requirePasswordText } from '../passwords/password-policy.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import type { UsersStore } from '../users/users-store.ts'
import type { Asked, StepUp } from './step-up.ts'

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
  readonly requireLiving: Living['requireLiving']
}

function given(field: string, text: string | undefined): string {
  if (text === undefined) throw invalid(field, 'is required')
  return requirePasswordText(field, text)
}

/** Runs `act` in the transaction that checks that its caller is the owner of the account, not only of a session. */
export const makeOwnerProof =
  ({ db, users, stepUp, secondFactor, requireLiving }: Deps) =>
  async <T>(asked: Asked, typed: TypedProof, act: () => T): Promise<T> => {
    const { who, ip } = asked
    const { userId } = who
    const user = users.get(userId)
    if (!user) throw notFound('the account is gone')
    if (user.has_password === 0) {
      const code = given('code', typed.code)
      return stepUp.code(
        asked,
        badRequest('code is wrong'),
        () => secondFactor.accepts(userId, code, ip) || undefined,
        () => {
          requireLiving(who)
          return act()
        },
      )
    }
    await stepUp.password(asked, user, 'password', given('password', typed.password))
    return db.transaction(() => {
      requireLiving(who)
      // hashing gave others time to change it
      if (users.get(userId)?.password_hash !== user.password_hash) {
        throw badRequest('password is not the current password')
      }
      return act()
    })
  }
export type OwnerProof = ReturnType<typeof makeOwnerProof>
