import { expect, it } from 'vitest'
import { displayName } from './display-name.ts'

it.each([
  ['  web ', 'web'],
  ['e\u0301', 'é'],
  ['⚠️ 负载过高', '⚠️ 负载过高'],
  ['🔥'.repeat(100), '🔥'.repeat(100)],
])('%j becomes %j', (text, name) => expect(displayName('name', text)).toBe(name))

it.each([
  ['', 'must have 1 to 100 characters'],
  ['   ', 'must have 1 to 100 characters'],
  ['x'.repeat(101), 'must have 1 to 100 characters'],
  ['e\u0301'.repeat(10_000_000), 'must have 1 to 100 characters'],
  ['a\tb', 'must not contain control or invisible characters'],
  ['a\u202eb', 'must not contain control or invisible characters'],
  ['a\u200bb', 'must not contain control or invisible characters'],
  ['\u0301', 'must contain a visible character'],
])('rejects %j', (text, rule) =>
  expect(() => displayName('name', text)).toThrow(
    expect.objectContaining({ status: 422, details: [{ field: 'name', rule }] }),
  ),
)

it('has the maximum length of the caller', () => {
  expect(displayName('name', 'abc', 3)).toBe('abc')
  expect(() => displayName('name', 'abcd', 3)).toThrow('must have 1 to 3 characters')
})
