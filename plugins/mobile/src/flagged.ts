import type { User } from '@svc/plugin-auth/contract'
import { forbidden } from '@svc/plugin-sdk'

/** The app matches the first word. */
export const mustChangePassword = () => forbidden('mobile.MUST_CHANGE_PASSWORD')

/** Accounts that must change their password get no tokens. */
export function requireNotFlagged(user: User): void {
  if (user.flagged) throw mustChangePassword()
}
