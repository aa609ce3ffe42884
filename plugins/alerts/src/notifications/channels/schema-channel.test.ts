import { Type } from '@sinclair/typebox'
import { OneOf, text } from '@svc/plugin-sdk'
import { describe, expect, it } from 'vitest'
import { schemaChannel } from '../../contract.ts'

const label = text('pager.LABEL')
const pager = schemaChannel({
  type: 'pager',
  name: text('pager.PAGER'),
  schema: Type.Object({
    room: Type.String({ label, hint: text('pager.HINT'), minLength: 2, maxLength: 8, pattern: '^[a-z]+$' }),
    token: Type.Optional(Type.String({ label, secret: true })),
    retries: Type.Integer({ label, default: 3, minimum: 0, maximum: 9 }),
    loud: Type.Boolean({ label, default: false }),
    tone: Type.Optional({ ...OneOf('beep', 'bell'), label }),
  }),
  deliver: async ({ room, retries }) => `${room} ${retries}`,
})
const errorOf = (config: Record<string, unknown>) => {
  try {
    pager.parse({ room: 'ops', ...config })
    return undefined
  } catch (error) {
    return (error as { fields: readonly { field: string; code: string }[] }).fields.map((one) => [
      one.field,
      one.code,
    ])
  }
}

describe('a channel type of a schema', () => {
  it('has a form and secrets', () => {
    expect(pager.secrets).toEqual(['token'])
    expect(pager.fields?.map(({ member, kind, required }) => [member, kind, required])).toEqual([
      ['room', 'text', true],
      ['token', 'secret', false],
      ['retries', 'number', false],
      ['loud', 'switch', false],
      ['tone', 'choice', false],
    ])
    expect(pager.fields?.at(-1)?.choices).toEqual(['beep', 'bell'])
  })

  it('fills in defaults, trims texts and drops what it does not know', () => {
    expect(pager.parse({ room: ' ops ', tone: '', more: 1 })).toEqual({ room: 'ops', retries: 3, loud: false })
  })

  it.each([
    [{ room: '' }, 'room', 'kernel.REQUIRED'],
    [{ room: 'a' }, 'room', 'kernel.MIN_LENGTH'],
    [{ room: 'abcdefghi' }, 'room', 'kernel.MAX_LENGTH'],
    [{ room: 'OPS' }, 'room', 'kernel.PATTERN'],
    [{ room: 'a\nb' }, 'room', 'alerts.SINGLE_LINE'],
    [{ room: 5 }, 'room', 'kernel.MUST_BE_STRING'],
    [{ retries: 'x' }, 'retries', 'kernel.MUST_BE_NUMBER'],
    [{ retries: 1.5 }, 'retries', 'kernel.MUST_BE_INTEGER'],
    [{ retries: -1 }, 'retries', 'kernel.MINIMUM'],
    [{ retries: 10 }, 'retries', 'kernel.MAXIMUM'],
    [{ loud: 'yes' }, 'loud', 'kernel.MUST_BE_BOOLEAN'],
    [{ tone: 'horn' }, 'tone', 'kernel.ONE_OF'],
  ])('refuses %j', (config, member, code) => {
    expect(errorOf(config)).toEqual([[`config_json.${member}`, code]])
  })

  it('needs labels, and members that a form can show', () => {
    const channelOf = (member: ReturnType<typeof Type.Unsafe>) => () =>
      schemaChannel({ type: 'a', name: label, schema: Type.Object({ a: member }), deliver: async () => undefined })
    expect(channelOf(Type.String())).toThrow('member a of a channel has no label')
    expect(channelOf(Type.Array(Type.String(), { label }))).toThrow('member a of a channel must be text, a number or')
  })
})
