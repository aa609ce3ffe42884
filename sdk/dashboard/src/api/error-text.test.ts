import { beforeAll, describe, expect, it, test } from 'vitest'
import { translatorOf } from '../i18n.ts'
import { i18n } from '../texts.ts'
import { ApiError } from './api-error.ts'
import { errorText, fieldRules } from './error-text.ts'

beforeAll(() => {
  i18n.addResourceBundle('en', 'sdk', {
    errors: {
      CONFLICT: 'no: {{detail}}',
      VALIDATION_ERROR: 'wrong: {{detail}}',
      rule: '{{field}} = {{text}}',
      next: ' & ',
    },
    fields: { name: 'the name' },
    refusals: { 'must have {{least}} to {{most}} characters': '{{least}}..{{most}}', 'is there twice': 'double' },
  })
  i18n.addResourceBundle('en', 'notes', {
    errors: { OWN: 'own text' },
    refusals: { 'no such note': 'That note is gone', 'is there twice': 'two of them' },
  })
})

const t = translatorOf('notes')
const broken = (...details: unknown[]) => new ApiError(422, 'VALIDATION_ERROR', 'Validation error: …', { details })

describe('errorText', () => {
  test('uses the text for the code and drops the label of the server', () => {
    expect(errorText(new ApiError(409, 'CONFLICT', 'Conflict: name is taken'), t)).toBe('no: name is taken')
  })

  test('prefers the text of the plugin', () => {
    expect(errorText(new ApiError(409, 'OWN', 'server words'), t)).toBe('own text')
  })

  test("falls back to the server's message for unknown codes", () => {
    expect(errorText(new ApiError(418, 'TEAPOT', 'short and stout'), t)).toBe('short and stout')
  })

  test('translates the message, with or without a text for the code', () => {
    expect(errorText(new ApiError(409, 'CONFLICT', 'Conflict: no such note'), t)).toBe('no: That note is gone')
    expect(errorText(new ApiError(418, 'TEAPOT', 'no such note'), t)).toBe('That note is gone')
    expect(errorText(new ApiError(418, 'TEAPOT', 'no such note'), translatorOf('others'))).toBe('no such note')
  })

  test('lists validation errors', () => {
    const error = broken({ field: 'name', rule: 'must have 1 to 64 characters' }, { field: 'tag', rule: 'is odd' })
    expect(errorText(error, t)).toBe('wrong: the name = 1..64 & tag = is odd')
  })
})

describe('fieldRules', () => {
  it('returns the first error of each field and ignores other details', () => {
    const error = broken({ field: 'name', rule: 'is taken' }, { field: 'name', rule: 'second' }, null, { field: 1 })
    expect(fieldRules(error)).toEqual({ name: 'is taken' })
    expect(fieldRules(new ApiError(422, 'VALIDATION_ERROR', '', { details: 'x' }))).toEqual({})
    expect(fieldRules(undefined)).toEqual({})
  })

  it("translates by the plugin, then by the dashboard, else keeps the server's words", () => {
    const error = broken(
      { field: 'name', rule: 'must have 1 to 64 characters' },
      { field: 'tags', rule: 'is there twice' },
      { field: 'colour', rule: 'is odd' },
    )
    expect(fieldRules(error, t)).toEqual({ name: '1..64', tags: 'two of them', colour: 'is odd' })
  })
})
