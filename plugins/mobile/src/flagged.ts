import type { User } from '@svc/plugin-auth/contract'
import { forbidden } from '@svc/plugin-sdk'

/** The app looks for the first word. */
export const mustChangePassword = () =>
  forbidden('MUST_CHANGE_PASSWORD: sign in to the web page and choose a new password first')

/** Tokens are issued only to accounts that may use them. */
export function refuseFlagged(user: User): void {
  if (user.flagged) throw mustChangePassword()
}
