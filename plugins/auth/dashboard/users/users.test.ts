import { expect, it } from 'vitest'
import { passwordStrength } from '../password-strength.ts'
import { generatePassword } from './generate-password.ts'
import type { User } from './user.ts'
import { changesOf, consequencesOf, draftErrors, draftOf, emptyUser, newUserErrors } from './user-draft.ts'
import { filterUsers, merge, withUser } from './user-list.ts'
import { parseUsersSearch, searchOf, sortOf } from './users-search.ts'

const user = (username: string, more: Partial<User> = {}): User => ({
  id: username,
  username,
  role: 'member',
  has_2fa: false,
  has_password: true,
  must_change_password: false,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  last_seen_at: null,
  ...more,
})
const names = (users: readonly User[]) => users.map(({ username }) => username)

it('prefers the first page for users in both pages', () => {
  const merged = merge([user('a'), user('b', { role: 'admin' })], [user('b'), user('c')])
  expect(names(merged)).toEqual(['a', 'b', 'c'])
  expect(merged[1]?.role).toBe('admin')
})

it('replaces an existing user and appends a new one', () => {
  const users = [user('a'), user('b')]
  expect(withUser(users, user('a', { role: 'admin' }))[0]?.role).toBe('admin')
  expect(names(withUser(users, user('c')))).toEqual(['a', 'b', 'c'])
})

it('filters and sorts', () => {
  const users = [
    user('bob', { last_seen_at: '2026-02-01T00:00:00Z' }),
    user('Alice', { role: 'admin', last_seen_at: '2026-03-01T00:00:00Z' }),
    user('carol10', { created_at: '2025-01-01T00:00:00Z' }),
    user('carol9'),
  ]
  const shown = (raw: Record<string, string>) => names(filterUsers(users, parseUsersSearch(raw)))
  expect(shown({})).toEqual(['Alice', 'bob', 'carol9', 'carol10'])
  expect(shown({ desc: 'true' })).toEqual(['carol10', 'carol9', 'bob', 'Alice'])
  expect(shown({ q: ' CAR' })).toEqual(['carol9', 'carol10'])
  expect(shown({ sort: 'seen', desc: 'true' })).toEqual(['Alice', 'bob', 'carol9', 'carol10'])
  expect(shown({ sort: 'created' })[0]).toBe('carol10')
  expect(shown({ sort: 'role' })[0]).toBe('Alice')
})

it('parses invalid search parameters', () => {
  expect(parseUsersSearch({ q: '', sort: 'evil', desc: 'x' })).toEqual({ q: undefined, sort: 'name', desc: false })
  expect(searchOf(sortOf(parseUsersSearch({ sort: 'seen', desc: 'true' })))).toEqual({ sort: 'seen', desc: true })
})

it('generates unique, strong passwords without modulo bias', () => {
  const made = new Set(Array.from({ length: 50 }, () => generatePassword()))
  expect(made.size).toBe(50)
  for (const password of made) {
    expect(password).toMatch(/^[a-zA-Z2-9]{5}(-[a-zA-Z2-9]{5}){3}$/)
    expect(passwordStrength(password)).toBe(4)
  }
  // bytes beyond the last multiple of the alphabet are skipped
  let byte = 255
  expect(generatePassword((bytes) => bytes.fill(byte--))).toBe(generatePassword((bytes) => bytes.fill(223)))
})

it('requires a username and a password of eight characters', () => {
  expect(newUserErrors(emptyUser)).toEqual({ username: 'users.nameMissing', password: 'password.tooShort' })
  expect(newUserErrors({ ...emptyUser, username: 'eve', password: '12345678' })).toEqual({})
  expect(draftErrors(draftOf(user('eve')))).toEqual({})
  expect(draftErrors({ ...draftOf(user('eve')), reset: true })).toEqual({ password: 'password.tooShort' })
})

it('sends changed fields only', () => {
  const eve = user('eve', { has_2fa: true })
  const same = draftOf(eve)
  expect(changesOf(eve, same)).toEqual({})
  expect(changesOf(eve, { ...same, password: 'typed and left' })).toEqual({})
  expect(changesOf(eve, { ...same, role: 'admin' })).toEqual({ role: 'admin' })
  expect(changesOf(eve, { ...same, reset: true, password: '12345678', mustChange: true })).toEqual({
    password: '12345678',
    revoke_api_keys: true,
    must_change_password: true,
  })
  expect(changesOf(eve, { ...same, resetTwoFactor: true })).toEqual({ reset_2fa: true })
  expect(changesOf(user('bob'), { ...same, resetTwoFactor: true })).toEqual({})
})

it('lists the consequences of saving', () => {
  const eve = user('eve', { has_2fa: true, must_change_password: true })
  const same = draftOf(eve)
  expect(consequencesOf(eve, same, false)).toEqual([])
  expect(consequencesOf(eve, { ...same, role: 'admin', mustChange: false }, false)).toEqual([
    'users.effect.admin',
    'users.effect.mayKeep',
  ])
  expect(consequencesOf(eve, { ...same, reset: true, password: 'x'.repeat(8), resetTwoFactor: true }, false)).toEqual([
    'users.effect.password',
    'users.effect.keys',
    'users.effect.mustChange',
    'users.effect.twoFactor',
  ])
  const keepingKeys = { ...same, reset: true, password: 'x'.repeat(8), mustChange: false, revokeApiKeys: false }
  expect(consequencesOf(eve, keepingKeys, false)).toEqual([
    'users.effect.password',
    'users.effect.keysStay',
    'users.effect.mayKeep',
  ])
  const bob = user('bob')
  expect(consequencesOf(bob, { ...draftOf(bob), mustChange: true }, false)).toEqual([
    'users.effect.password',
    'users.effect.mustChange',
  ])
  const root = user('root', { role: 'admin' })
  expect(consequencesOf(root, { ...draftOf(root), role: 'member' }, true)).toEqual(['users.effect.ownRole'])
})
