import { Type } from '@sinclair/typebox'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ConfigurationEntry } from './configuration-schema.ts'
import system from './index.ts'

const mail = definePlugin({
  id: 'mail',
  config: Type.Object({
    smtp: Type.Object({
      password: Type.String({ default: '', secret: true, description: 'the password' }),
      relays: Type.Array(Type.String(), { default: ['a'], description: 'the relays' }),
      from: Type.Optional(Type.String({ description: 'the sender' })),
    }),
  }),
  setup: () => ({}),
})

let kernel: TestKernel
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system, mail], config: { smtp: { password: 'hunter2' } } })
})
afterEach(() => kernel.close())

const read = async () => {
  const response = await kernel.as('admin').inject('/api/settings/configuration')
  return { body: response.body, entries: response.json().data as ConfigurationEntry[] }
}

it('has every key with its value, default and source, sorted', async () => {
  const { entries } = await read()
  const keys = entries.map(({ key }) => key)
  expect(keys).toEqual(keys.toSorted())
  expect(entries.find(({ key }) => key === 'scheduler.timezone')).toMatchObject({
    ...{
      owner: 'system',
      value: 'UTC',
      default: 'UTC',
      source: null,
      env: 'SVC_SCHEDULER__TIMEZONE',
      is_secret: false,
    },
  })
  expect(entries.find(({ key }) => key === 'server.listen')).toMatchObject({
    ...{ owner: 'kernel', value: '127.0.0.1:0', default: '0.0.0.0:9527', source: 'the test' },
  })
  expect(entries.find(({ key }) => key === 'smtp.relays')).toMatchObject({ value: ['a'], default: ['a'] })
  expect(entries.find(({ key }) => key === 'smtp.from')).toMatchObject({ value: null, default: null })
})

it('says that a secret is set, and never which', async () => {
  const { body, entries } = await read()
  expect(body).not.toContain('hunter2')
  expect(entries.find(({ key }) => key === 'smtp.password')).toEqual({
    ...{ key: 'smtp.password', owner: 'mail', description: 'the password', env: 'SVC_SMTP__PASSWORD' },
    ...{ is_secret: true, source: 'the test', value: null, default: null },
  })
})

it('is for admins', async () => {
  expect((await kernel.as('member').inject('/api/settings/configuration')).statusCode).toBe(403)
})
