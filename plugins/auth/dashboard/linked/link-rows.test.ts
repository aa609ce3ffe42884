import { expect, test } from 'vitest'
import { accountName, type LinkedAccount, linkRows } from './link-rows.ts'

const github = { id: 'github', title: 'GitHub' }
const acme = { id: 'acme', title: 'Acme ID' }
const account = (id: string, provider: string, names: Partial<LinkedAccount> = {}): LinkedAccount => ({
  id,
  provider,
  provider_user_id: `n-${id}`,
  email: null,
  display_name: null,
  created_at: '2026-01-01T00:00:00Z',
  ...names,
})

test('has a row for every account and provider', () => {
  const [one, two, old] = [account('1', 'acme'), account('2', 'acme'), account('3', 'google')]
  expect(linkRows([github, acme], [old, one, two])).toEqual([
    { provider: github },
    { provider: acme, account: one },
    { provider: acme, account: two },
    { provider: { id: 'google', title: 'Google' }, account: old },
  ])
  expect(linkRows([], [])).toEqual([])
})

test('names an account', () => {
  expect(accountName(account('1', 'acme', { display_name: 'Ada', email: 'ada@example.com' }))).toBe(
    'Ada · ada@example.com',
  )
  expect(accountName(account('1', 'acme', { display_name: 'a@b', email: 'a@b' }))).toBe('a@b')
  expect(accountName(account('1', 'acme', { display_name: ' ' }))).toBe('n-1')
})
