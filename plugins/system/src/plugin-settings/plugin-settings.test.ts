import { Type } from '@sinclair/typebox'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { contribute, definePlugin, listen, secretMask, text } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineSettings, pluginSettings, pluginSettingsChanged, type SettingsForm, settingsForms } from '../contract.ts'
import system from '../index.ts'

const label = text('pager.LABEL')
const form = defineSettings({
  plugin: 'pager',
  isLive: true,
  schema: Type.Object({
    room: Type.String({ label, default: 'ops', minLength: 2 }),
    retries: Type.Integer({ label, default: 3, maximum: 9 }),
    token: Type.Optional(Type.String({ label, secret: true })),
  }),
})
const pluginOf = (id: string, contributed: SettingsForm, onChange = () => {}) =>
  definePlugin({
    id,
    setup: () => ({
      contributes: contribute(settingsForms, contributed),
      on: [listen(pluginSettingsChanged, ({ plugin }) => (plugin === id ? onChange() : undefined))],
    }),
  })

let kernel: TestKernel
let changes: unknown[] = []
const current = () => kernel.service(pluginSettings).read(form)
beforeEach(async () => {
  changes = []
  const pager = pluginOf('pager', form, () => changes.push(current()))
  const slow = pluginOf('slow', { plugin: 'slow', schema: form.schema })
  kernel = await createTestKernel({ plugins: [system, pager, slow] })
})
afterEach(() => kernel.close())

const get = (plugin = 'pager') => kernel.as('admin').inject(`/api/plugins/${plugin}/settings`)
const put = (values: object, plugin = 'pager') =>
  kernel.as('admin').inject({ method: 'PUT', url: `/api/plugins/${plugin}/settings`, payload: { values } })

describe('the settings of a plugin', () => {
  it('are described by its schema, and are its defaults at first', async () => {
    const { data } = (await get()).json()
    expect(data).toMatchObject({ plugin: 'pager', values: {}, is_live: true, restart_pending: false })
    expect(data.fields.map(({ name }: { name: string }) => name)).toEqual(['room', 'retries', 'token'])
    expect(current()).toEqual({ room: 'ops', retries: 3 })
  })

  it('are stored, published after the commit, and audited without secrets', async () => {
    const { data } = (await put({ room: 'night', retries: '', token: 's3cret-7f', other: 1 })).json()
    expect(data.values).toEqual({ room: 'night', token: secretMask })
    expect(current()).toEqual({ room: 'night', retries: 3, token: 's3cret-7f' })
    await put({ room: 'night', token: secretMask })
    expect(changes).toEqual([current()])
    const log = (await kernel.as('admin').inject('/api/audit-logs')).json().data.entries
    expect(log).toHaveLength(1)
    expect(log[0].action).toBe('plugin.settings')
    expect(JSON.parse(log[0].detail)).toEqual({ id: 'pager', changed: { room: 'night', token: '[redacted]' } })
    expect(kernel.database.serialize().includes('s3cret-7f')).toBe(false)
  })

  it('keep a secret that is left out or masked, and lose one that is null', async () => {
    await put({ token: 's3cret-7f' })
    await put({ room: 'day' })
    expect(current().token).toBe('s3cret-7f')
    expect((await put({ token: `x${secretMask}` })).json().error.details).toMatchObject([
      { field: 'values.token', code: 'system.ENTER_AGAIN' },
    ])
    await put({ token: null })
    expect(current()).toEqual({ room: 'ops', retries: 3 })
    expect((await put({ token: secretMask })).statusCode).toBe(422)
  })

  it('name every field that violates a rule, and store nothing then', async () => {
    const response = await put({ room: 'a', retries: 10 })
    expect(response.statusCode).toBe(422)
    expect(response.json().error.details).toMatchObject([
      { field: 'values.room', code: 'kernel.MIN_LENGTH' },
      { field: 'values.retries', code: 'kernel.MAXIMUM' },
    ])
    expect(current()).toEqual({ room: 'ops', retries: 3 })
    expect(changes).toEqual([])
  })

  it('tell that a plugin which reads them in setup needs a restart', async () => {
    expect((await put({ room: 'night' }, 'slow')).json().data).toMatchObject({ is_live: false, restart_pending: true })
    expect((await get('pager')).json().data.restart_pending).toBe(false)
  })

  it('exist only for plugins that describe them, and for administrators', async () => {
    expect((await get('system')).statusCode).toBe(404)
    expect((await put({}, 'unknown')).statusCode).toBe(404)
    expect((await kernel.as('member').inject('/api/plugins/pager/settings')).statusCode).toBe(403)
    const plugins = (await kernel.as('admin').inject('/api/plugins')).json().data
    const have = plugins.filter((plugin: { settings: boolean }) => plugin.settings)
    expect(have.map(({ id }: { id: string }) => id)).toEqual(['pager', 'slow'])
  })
})

it.each<[string, SettingsForm, string]>([
  ['of another plugin', { plugin: 'pager', schema: form.schema }, 'it contributed the settings of pager'],
  [
    'without a value at first',
    { plugin: 'strange', schema: Type.Object({ a: Type.String({ label }) }) },
    'member a of its settings needs a default, or must be optional',
  ],
  [
    'that a form cannot show',
    { plugin: 'strange', schema: Type.Object({ a: Type.Optional(Type.Null({ label })) }) },
    'member a of the schema must be a text, a number or a boolean',
  ],
])('a plugin with settings %s fails alone', async (_, contributed, reason) => {
  const other = await createTestKernel({ plugins: [system, pluginOf('strange', contributed)], tolerant: true })
  const plugins = (await other.as('admin').inject('/api/plugins')).json().data
  const strange = plugins.find(({ id }: { id: string }) => id === 'strange')
  expect(strange).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) })
  await other.close()
})
