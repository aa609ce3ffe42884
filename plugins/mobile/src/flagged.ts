import type { User } from '@svc/plugin-auth/contract'
import { forbidden } from '@svc/plugin-sdk'

/** The app matches the first word. */
export const mustChangePassword = () =>
  forbidden('MUST_CHANGE_PASSWORD: sign in to the web page and choose a new password first')

/** Accounts that must change their password get no tokens. */
export function requireNotFlagged(user: User): void {
  if (user.flagged) throw mustChangePassword()
}
