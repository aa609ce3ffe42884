import { Type } from '@sinclair/typebox'
import { text } from '@svc/plugin-sdk'
import { expect, it } from 'vitest'
import { schemaChannel } from '../../contract.ts'

const label = text('pager.LABEL')
const pager = schemaChannel({
  type: 'pager',
  name: text('pager.PAGER'),
  schema: Type.Object({
    room: Type.String({ label }),
    token: Type.Optional(Type.String({ label, secret: true })),
    retries: Type.Integer({ label, default: 3, maximum: 9 }),
  }),
  destination: ({ room }) => room,
  deliver: async ({ room, retries }) => `${room} ${retries}`,
})

it('a channel type of a schema has a form, secrets and checks', () => {
  expect(pager.secrets).toEqual(['token'])
  expect(pager.fields?.map(({ name, kind }) => [name, kind])).toEqual([
    ['room', 'text'],
    ['token', 'secret'],
    ['retries', 'number'],
  ])
  const config = pager.parse({ room: 'ops' })
  expect(config).toEqual({ room: 'ops', retries: 3 })
  expect(pager.destination?.(config)).toBe('ops')
  expect(() => pager.parse({ room: 'ops', retries: 10 })).toThrow('config_json.retries')
})
