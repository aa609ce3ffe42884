import { lengthOf, shortestPassword } from '../password-strength.ts'
import type { Role, User } from './user.ts'

/** What is asked for a new account. */
export interface NewUser {
  readonly username: string
  readonly password: string
  readonly role: Role
  readonly mustChange: boolean
}

export const emptyUser: NewUser = { username: '', password: '', role: 'member', mustChange: true }

const passwordProblem = (password: string) =>
  lengthOf(password) < shortestPassword ? { password: 'password.tooShort' } : {}

/** Keys of the texts that say what is wrong; empty when the account may be created. */
export const newUserProblems = ({ username, password }: NewUser): { username?: string; password?: string } => ({
  ...(username.trim() === '' ? { username: 'users.nameMissing' } : {}),
  ...passwordProblem(password),
})

/** What an admin may change about an account. */
export interface UserDraft {
  readonly role: Role
  /** whether `password` replaces the present one */
  readonly reset: boolean
  readonly password: string
  readonly mustChange: boolean
  readonly resetTwoFactor: boolean
}

export const draftOf = ({ role, must_change_password }: User): UserDraft => ({
  role,
  reset: false,
  password: '',
  mustChange: must_change_password,
  resetTwoFactor: false,
})

export const draftProblems = ({ reset, password }: UserDraft): { password?: string } =>
  reset ? passwordProblem(password) : {}

/** The body of the request: only what differs from what is. */
export function changesOf(user: User, draft: UserDraft): Readonly<Record<string, unknown>> {
  const { role, reset, password, mustChange, resetTwoFactor } = draft
  return {
    ...(role === user.role ? {} : { role }),
    ...(reset ? { password } : {}),
    // a new password settles whether it must be changed; the present one keeps its mark unless told otherwise
    ...(reset || mustChange !== user.must_change_password ? { must_change_password: mustChange } : {}),
    ...(resetTwoFactor && user.has_2fa ? { reset_2fa: true } : {}),
  }
}

/** Keys of the texts that say in plain words what saving does. */
export function consequencesOf(user: User, draft: UserDraft, self: boolean): string[] {
  const changes = changesOf(user, draft)
  const said: string[] = []
  if ('role' in changes) {
    said.push(self ? 'users.effect.ownRole' : draft.role === 'admin' ? 'users.effect.admin' : 'users.effect.member')
  }
  const flagged = changes.must_change_password === true && !user.must_change_password
  if ('password' in changes || flagged) said.push('users.effect.password')
  // what must be changed first closes the keys as well
  if ('password' in changes && changes.must_change_password !== true) said.push('users.effect.keysStay')
  if (changes.must_change_password === true) said.push('users.effect.mustChange')
  if (changes.must_change_password === false && user.must_change_password) said.push('users.effect.mayKeep')
  if ('reset_2fa' in changes) said.push('users.effect.twoFactor')
  return said
}
