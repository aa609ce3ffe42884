import { expect, it } from 'vitest'
import { nameRule } from './name-rule.ts'

it.each([
  ['', 'empty'],
  ['a/b', 'separator'],
  ['a\0', 'separator'],
  ['..', 'reserved'],
  ['界'.repeat(86), 'tooLong'],
  ['界'.repeat(85), undefined],
  ['...', undefined],
  [' a b ', undefined],
])('%j breaks the rule %s', (name, rule) => {
  expect(nameRule(name)).toBe(rule)
})
