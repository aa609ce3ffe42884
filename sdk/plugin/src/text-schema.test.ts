import { expect, it } from 'vitest'
import { DisplayName, FilledLine, FilledLines, Line, Lines, normalizeName, violatedRule } from './text-schema.ts'

it.each([
  ['  web ', 'web'],
  ['e\u0301', 'é'],
  ['⚠️ 负载过高', '⚠️ 负载过高'],
  ['🔥'.repeat(100), '🔥'.repeat(100)],
])('%j is the name %j', (given, name) => {
  expect(violatedRule(DisplayName(), given)).toBeUndefined()
  expect(normalizeName(given)).toBe(name)
})

it.each([
  ['', 'kernel.NOT_EMPTY'],
  ['   ', 'kernel.NOT_EMPTY'],
  ['x'.repeat(101), 'kernel.MAX_LENGTH'],
  ['e\u0301'.repeat(10_000_000), 'kernel.MAX_LENGTH'],
  ['a\tb', 'kernel.CONTROL_CHARACTERS'],
  ['a\u00a0b', 'kernel.CONTROL_CHARACTERS'],
  ['a\u202eb', 'kernel.CONTROL_CHARACTERS'],
  ['a\u200bb', 'kernel.CONTROL_CHARACTERS'],
  ['\u0301', 'kernel.NOT_VISIBLE'],
])('%j is no name: %s', (name, code) => expect(violatedRule(DisplayName(), name)).toMatchObject({ code }))

it('the longest name is chosen', () => {
  expect(violatedRule(DisplayName(3), 'abc')).toBeUndefined()
  expect(violatedRule(DisplayName(3), 'abcd')).toEqual({ code: 'kernel.MAX_LENGTH', params: { count: 3 } })
})

it.each([
  [Line(3), '', undefined],
  [Line(3), ' a ', undefined],
  [Line(3), 'a\nb', 'kernel.CONTROL_CHARACTERS'],
  [FilledLine(3), ' a ', undefined],
  [FilledLine(3), '  ', 'kernel.NOT_EMPTY'],
  [FilledLine(3), 'a\tb', 'kernel.CONTROL_CHARACTERS'],
  [Lines(5), 'a\r\n\tb', undefined],
  [Lines(5), 'a\0', 'kernel.CONTROL_CHARACTERS'],
  [FilledLines(5), '\n\n', 'kernel.NOT_EMPTY'],
  [FilledLines(5), '\na', undefined],
])('%#: %j', (schema, value, code) => expect(violatedRule(schema, value)?.code).toBe(code))
