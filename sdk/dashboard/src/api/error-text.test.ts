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
  })
  i18n.addResourceBundle('en', 'notes', {
    errors: {
      OWN: 'own text',
      TAKEN: '{{name}} exists',
      FAILED: 'not sent: {{reason}}',
      LOCKED: 'note_locked',
    },
    pages: { LOCKED: 'This note is locked', TOO_LARGE: 'A note has at most 1 MiB' },
  })
  i18n.addResourceBundle('en', 'kernel', { errors: { TOO_LARGE: 'Too large' } })
  i18n.addResourceBundle('en', 'boxes', {
    messages: { FULL_one: '1 box is full', FULL_other: '{{count}} boxes are full' },
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

  test('renders the text of the code, of any plugin', () => {
    const coded = (code: string, text: object) => new ApiError(409, code, 'Conflict: english', { details: text })
    expect(errorText(coded('CONFLICT', { code: 'notes.TAKEN', params: { name: 'a: b' } }), t)).toBe('no: a: b exists')
    expect(errorText(coded('FULL', { code: 'boxes.FULL', params: { count: 1 } }), t)).toBe('1 box is full')
    expect(errorText(coded('FULL', { code: 'boxes.FULL', params: { count: 2 } }), t)).toBe('2 boxes are full')
  })

  test('renders texts inside of texts', () => {
    const details = { code: 'notes.FAILED', params: { reason: { code: 'boxes.FULL', params: { count: 1 } } } }
    expect(errorText(new ApiError(502, 'FAILED', 'english', { details }), t)).toBe('not sent: 1 box is full')
  })

  test('prefers the words for pages', () => {
    const details = { code: 'notes.LOCKED' }
    expect(errorText(new ApiError(409, 'LOCKED', 'note_locked', { details }), t)).toBe('This note is locked')
  })

  test('prefers the words of the plugin for texts of the kernel', () => {
    const error = new ApiError(413, 'TOO_LARGE', 'english', { details: { code: 'kernel.TOO_LARGE' } })
    expect(errorText(error, t)).toBe('A note has at most 1 MiB')
    expect(errorText(error, translatorOf('boxes'))).toBe('Too large')
  })

  test('shows the message if the text is unknown', () => {
    const details = { code: 'unknown.TAKEN', params: {} }
    expect(errorText(new ApiError(409, 'CONFLICT', 'Conflict: name is taken', { details }), t)).toBe(
      'no: name is taken',
    )
  })

  test.each(['Permission denied: /etc/shadow', 'Note: x', 'Conflict: x', 'undefined: x'])(
    'keeps all of %j',
    (message) => {
      expect(errorText(new ApiError(500, 'FILE_UNREADABLE', message), t)).toBe(message)
    },
  )

  test('lists validation errors', () => {
    const error = broken({ field: 'name', rule: 'must have 1 to 64 characters' }, { field: 'tag', rule: 'is odd' })
    expect(errorText(error, t)).toBe('wrong: the name = must have 1 to 64 characters & tag = is odd')
  })
})

describe('fieldRules', () => {
  it('renders the texts of codes', () => {
    const error = broken(
      { field: 'name', rule: 'english', code: 'notes.TAKEN', params: { name: 'a' } },
      { field: 'size', rule: 'english', code: 'notes.LOCKED' },
      { field: 'tags', rule: 'english', code: 'unknown.TAKEN' },
    )
    expect(fieldRules(error)).toEqual({ name: 'a exists', size: 'This note is locked', tags: 'english' })
    expect(errorText(error, t)).toBe('wrong: the name = a exists & size = This note is locked & tags = english')
  })

  it('returns the first error of each field and ignores other details', () => {
    const error = broken({ field: 'name', rule: 'is taken' }, { field: 'name', rule: 'second' }, null, { field: 1 })
    expect(fieldRules(error)).toEqual({ name: 'is taken' })
    expect(fieldRules(new ApiError(422, 'VALIDATION_ERROR', '', { details: 'x' }))).toEqual({})
    expect(fieldRules(undefined)).toEqual({})
  })
})
