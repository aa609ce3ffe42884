import type { User } from '@svc/plugin-auth/contract'
import { forbidden } from '@svc/plugin-sdk'

/** Tokens are issued only to accounts that may use them. The app looks for the first word. */
export function refuseFlagged(user: User): void {
  if (user.flagged) throw forbidden('MUST_CHANGE_PASSWORD: sign in to the web page and choose a new password first')
}
