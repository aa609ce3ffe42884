import { expect, it } from 'vitest'
import { displayName } from './display-name.ts'

it.each([
  ['  web ', 'web'],
  ['e\u0301', 'é'],
  ['⚠️ 负载过高', '⚠️ 负载过高'],
  ['🔥'.repeat(100), '🔥'.repeat(100)],
])('%j becomes %j', (text, name) => expect(displayName('name', text)).toBe(name))

it.each([
  ['', 'kernel.LENGTH'],
  ['   ', 'kernel.LENGTH'],
  ['x'.repeat(101), 'kernel.LENGTH'],
  ['e\u0301'.repeat(10_000_000), 'kernel.LENGTH'],
  ['a\tb', 'kernel.CONTROL_CHARACTERS'],
  ['a\u202eb', 'kernel.CONTROL_CHARACTERS'],
  ['a\u200bb', 'kernel.CONTROL_CHARACTERS'],
  ['\u0301', 'kernel.NOT_VISIBLE'],
])('rejects %j', (text, code) =>
  expect(() => displayName('name', text)).toThrow(
    expect.objectContaining({ status: 422, fields: [expect.objectContaining({ field: 'name', code })] }),
  ),
)

it('has the maximum length of the caller', () => {
  expect(displayName('name', 'abc', 3)).toBe('abc')
  expect(() => displayName('name', 'abcd', 3)).toThrow(/kernel.LENGTH/)
})
