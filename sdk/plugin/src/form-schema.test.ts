import { type TSchema, Type } from '@sinclair/typebox'
import { text } from '@svc/protocol/text'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { formFields, parseForm, readForm, secretFields } from './form-schema.ts'
import { OneOf } from './http.ts'
import { DisplayName } from './text-schema.ts'

const label = text('pager.LABEL')
const schema = Type.Object({
  room: Type.String({ label, hint: text('pager.HINT'), minLength: 2, maxLength: 8, pattern: '^[a-z]+$' }),
  token: Type.Optional(Type.String({ label, secret: true })),
  retries: Type.Integer({ label, default: 3, minimum: 0, maximum: 9 }),
  loud: Type.Boolean({ label, default: false }),
  tone: Type.Optional({ ...OneOf('beep', 'bell'), label, labels: { beep: text('pager.BEEP') } }),
  signature: Type.Optional(Type.String({ label, multiline: true })),
})

const errorsOf = (values: Record<string, unknown>) => {
  try {
    parseForm(schema, { room: 'ops', ...values }, 'config')
    return []
  } catch (error) {
    return error instanceof ApiError ? error.fields.map(({ field, code }) => [field, code]) : error
  }
}

describe('a form of a schema', () => {
  it('has a field for each member', () => {
    expect(secretFields(schema)).toEqual(['token'])
    expect(formFields(schema).map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['room', 'text', true],
      ['token', 'secret', false],
      ['retries', 'number', false],
      ['loud', 'switch', false],
      ['tone', 'choice', false],
      ['signature', 'lines', false],
    ])
    expect(formFields(schema).find(({ kind }) => kind === 'choice')?.choices).toEqual([
      { value: 'beep', label_text: text('pager.BEEP') },
      { value: 'bell', label_text: null },
    ])
  })

  it('fills in defaults, trims texts and drops unknown members', () => {
    expect(parseForm(schema, { room: ' ops ', tone: '', token: null, signature: 'a\nb ', more: 1 }, 'config')).toEqual({
      room: 'ops',
      retries: 3,
      loud: false,
      signature: 'a\nb ',
    })
  })

  it.each([
    [{ room: '' }, 'room', 'kernel.REQUIRED'],
    [{ room: 'a' }, 'room', 'kernel.MIN_LENGTH'],
    [{ room: 'abcdefghi' }, 'room', 'kernel.MAX_LENGTH'],
    [{ room: 'OPS' }, 'room', 'kernel.PATTERN'],
    [{ room: 'a\nb' }, 'room', 'kernel.CONTROL_CHARACTERS'],
    [{ room: 5 }, 'room', 'kernel.MUST_BE_STRING'],
    [{ retries: 'x' }, 'retries', 'kernel.MUST_BE_NUMBER'],
    [{ retries: 1.5 }, 'retries', 'kernel.MUST_BE_INTEGER'],
    [{ retries: -1 }, 'retries', 'kernel.MINIMUM'],
    [{ retries: 10 }, 'retries', 'kernel.MAXIMUM'],
    [{ loud: 'yes' }, 'loud', 'kernel.MUST_BE_BOOLEAN'],
    [{ tone: 'horn' }, 'tone', 'kernel.ONE_OF'],
    [{ signature: 'a\0' }, 'signature', 'kernel.CONTROL_CHARACTERS'],
    [{ token: 'a'.repeat(2049) }, 'token', 'kernel.MAX_LENGTH'],
  ])('refuses %j', (values, name, code) => {
    expect(errorsOf(values)).toEqual([[`config.${name}`, code]])
  })

  it('reports every invalid member', () => {
    expect(errorsOf({ room: 'a', retries: 10 })).toEqual([
      ['config.room', 'kernel.MIN_LENGTH'],
      ['config.retries', 'kernel.MAXIMUM'],
    ])
  })

  it('reads defaults instead of stored values that another version of the schema allowed', () => {
    expect(readForm(schema, { room: 'ops', retries: 40, loud: 'yes', gone: 1 })).toEqual({
      room: 'ops',
      retries: 3,
      loud: false,
    })
  })

  it.each<[TSchema, string]>([
    [Type.String(), 'has no label'],
    [Type.Array(Type.String(), { label }), 'must be a text, a number or a boolean'],
    [Type.String({ label, format: 'email' }), 'has format, which forms do not check'],
    [Type.String({ label, secret: true, default: 'a' }), 'is secret, so it must not have a default'],
    [Type.Integer({ label, default: 12, maximum: 9 }), 'has a default that is not valid (kernel.MAXIMUM)'],
  ])('refuses a member that it cannot show or check', (member, reason) => {
    expect(() => formFields(Type.Object({ a: member }))).toThrow(`member a of the schema ${reason}`)
  })

  it('checks the rules of the schemas for texts', () => {
    const named = Type.Object({ name: DisplayName(10, { label }) })
    expect(formFields(named)).toHaveLength(1)
    expect(() => parseForm(named, { name: '\u200b' }, 'config')).toThrow('kernel.CONTROL_CHARACTERS')
  })
})
