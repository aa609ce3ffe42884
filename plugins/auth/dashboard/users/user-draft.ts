import { characterCount, minPasswordLength } from '../password-strength.ts'
import type { Role, User } from './user.ts'

/** Form state of a new account. */
export interface NewUser {
  readonly username: string
  readonly password: string
  readonly role: Role
  readonly mustChange: boolean
}

export const emptyUser: NewUser = { username: '', password: '', role: 'member', mustChange: true }

const passwordError = (password: string) =>
  characterCount(password) < minPasswordLength ? { password: 'password.tooShort' } : {}

/** Text keys of validation errors by field. */
export const newUserErrors = ({ username, password }: NewUser): { username?: string; password?: string } => ({
  ...(username.trim() === '' ? { username: 'users.nameMissing' } : {}),
  ...passwordError(password),
})

/** What an admin may change about an account. */
export interface UserDraft {
  readonly role: Role
  /** whether `password` replaces the current one */
  readonly reset: boolean
  readonly password: string
  readonly mustChange: boolean
  /** with a new password only */
  readonly revokeApiKeys: boolean
  readonly resetTwoFactor: boolean
}

export const draftOf = ({ role, must_change_password }: User): UserDraft => ({
  role,
  reset: false,
  password: '',
  mustChange: must_change_password,
  revokeApiKeys: true,
  resetTwoFactor: false,
})

export const draftErrors = ({ reset, password }: UserDraft): { password?: string } =>
  reset ? passwordError(password) : {}

/** Request body: changed fields only. */
export function changesOf(user: User, draft: UserDraft): Readonly<Record<string, unknown>> {
  const { role, reset, password, mustChange, revokeApiKeys, resetTwoFactor } = draft
  return {
    ...(role === user.role ? {} : { role }),
    ...(reset ? { password, revoke_api_keys: revokeApiKeys } : {}),
    // a new password always sets the flag; otherwise it is sent only when changed
    ...(reset || mustChange !== user.must_change_password ? { must_change_password: mustChange } : {}),
    ...(resetTwoFactor && user.has_2fa ? { reset_2fa: true } : {}),
  }
}

/** Text keys of the consequences of saving. */
export function consequencesOf(user: User, draft: UserDraft, self: boolean): string[] {
  const changes = changesOf(user, draft)
  const keys: string[] = []
  if ('role' in changes) {
    keys.push(self ? 'users.effect.ownRole' : draft.role === 'admin' ? 'users.effect.admin' : 'users.effect.member')
  }
  const flagged = changes.must_change_password === true && !user.must_change_password
  if ('password' in changes || flagged) keys.push('users.effect.password')
  // a required password change blocks API keys too
  if (changes.revoke_api_keys === true) keys.push('users.effect.keys')
  else if ('password' in changes && changes.must_change_password !== true) keys.push('users.effect.keysStay')
  if (changes.must_change_password === true) keys.push('users.effect.mustChange')
  if (changes.must_change_password === false && user.must_change_password) keys.push('users.effect.mayKeep')
  if ('reset_2fa' in changes) keys.push('users.effect.twoFactor')
  return keys
}
