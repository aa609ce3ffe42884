import { expect, test } from 'vitest'
import type { Translate } from '../i18n.js'
import { ApiFailure, errorText, fieldRules } from './failure.js'

const texts: Record<string, string> = { 'sdk:errors.CONFLICT': 'no: {{detail}}', 'errors.OWN': 'own text' }
const t: Translate = (keys, values = {}) => {
  const key = [keys].flat().find((candidate) => candidate in texts)
  return key ? (texts[key] ?? '').replace('{{detail}}', String(values.detail)) : String(values.defaultValue ?? keys)
}

test('the code decides; the label of the server goes', () => {
  expect(errorText(new ApiFailure(409, 'CONFLICT', 'Conflict: name is taken'), t)).toBe('no: name is taken')
})

test("a plugin's own text for its own code", () => {
  expect(errorText(new ApiFailure(409, 'OWN', 'server words'), t)).toBe('own text')
})

test("the server's sentence when nobody knows the code", () => {
  expect(errorText(new ApiFailure(418, 'TEAPOT', 'short and stout'), t)).toBe('short and stout')
})

test('rules by field, the first of each; other details are none', () => {
  const details = [{ field: 'name', rule: 'is taken' }, { field: 'name', rule: 'second' }, null, { field: 1 }]
  expect(fieldRules(new ApiFailure(422, 'VALIDATION_ERROR', '', { details }))).toEqual({ name: 'is taken' })
  expect(fieldRules(new ApiFailure(422, 'VALIDATION_ERROR', '', { details: 'x' }))).toEqual({})
  expect(fieldRules(undefined)).toEqual({})
})

test('rules become texts; the words of the server when there is none', () => {
  const says: Translate = (keys, { a, b, defaultValue } = {}) =>
    [keys].flat().includes('sdk:rules.must_have_n_to_n_characters') ? `${a}..${b}` : String(defaultValue)
  const details = [
    { field: 'name', rule: 'must have 1 to 64 characters' },
    { field: 'tag', rule: 'is odd' },
  ]
  expect(fieldRules(new ApiFailure(422, 'VALIDATION_ERROR', '', { details }), says)).toEqual({
    name: '1..64',
    tag: 'is odd',
  })
})
