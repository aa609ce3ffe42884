import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import system from './index.ts'

const demo = definePlugin({
  id: 'demo',
  setup: () => ({
    jobs: [{ name: 'Sweep', every: 60_000, run: () => {} }],
    routes: async (app) => {
      app.get('/api/demo', { config: { access: 'public' } }, async () => ({ data: 'ok' }))
    },
  }),
})

let kernel: TestKernel
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system, demo], required: ['system'] })
})
afterEach(() => kernel.close())

const put = (id: string, payload: unknown, who: 'admin' | 'member' = 'admin') =>
  kernel.as(who).inject({ method: 'PUT', url: `/api/plugins/${id}`, payload: payload as object })
const audits = async () =>
  (await kernel.as('admin').inject('/api/audit-logs')).json().data.entries.map((entry: Record<string, unknown>) => ({
    action: entry.action,
    detail: entry.detail,
  }))
const demoOf = async () =>
  (await kernel.as('admin').inject('/api/plugins')).json().data.find((plugin: { id: string }) => plugin.id === 'demo')

it('GET /api/session is who is signed in, with the running plugins', async () => {
  expect((await kernel.inject('/api/session')).statusCode).toBe(401)
  const { data } = (await kernel.as('member').inject('/api/session')).json()
  expect(data).toMatchObject({ role: 'member', must_change_password: false })
  expect(data.plugins).toContain('system')
  expect(data.plugins).toContain('demo')
})

describe('GET /api/plugins', () => {
  it('shows states to members and reasons to admins', async () => {
    await kernel.clock.advance(60_000)
    expect((await kernel.inject('/api/plugins')).statusCode).toBe(401)
    const { data } = (await kernel.as('member').inject('/api/plugins')).json()
    expect(data.find((plugin: { id: string }) => plugin.id === 'demo')).toEqual({
      id: 'demo',
      title: 'demo',
      description: '',
      version: '0.0.0',
      state: 'running',
      required: false,
      bundled: true,
      locked: false,
    })
    expect(await demoOf()).toMatchObject({
      reason: null,
      tables: [],
      jobs: [{ name: 'Sweep', every_ms: 60_000, runs: 1, failures: 0, last_run_at: '2023-11-14T22:14:20Z' }],
    })
  })
})

describe('PUT /api/plugins/{id}', () => {
  it('disables and enables a plugin after responding, and is audited', async () => {
    const off = await put('demo', { enabled: false })
    expect(off.statusCode).toBe(200)
    expect(off.json().data).toMatchObject({ id: 'demo', state: 'disabled' })
    await kernel.settled()
    expect((await kernel.inject('/api/demo')).statusCode).toBe(404)
    expect(await demoOf()).toMatchObject({ state: 'disabled' })
    expect((await put('demo', { enabled: true })).json().data).toMatchObject({ id: 'demo', state: 'running' })
    await kernel.settled()
    expect((await kernel.inject('/api/demo')).json()).toEqual({ data: 'ok' })
    expect(await audits()).toEqual([
      { action: 'plugin.enable', detail: '{"id":"demo"}' },
      { action: 'plugin.disable', detail: '{"id":"demo"}' },
    ])
  })

  it('keeps the last of two quick changes', async () => {
    await Promise.all([put('demo', { enabled: false }), put('demo', { enabled: true })])
    await kernel.settled()
    expect(await demoOf()).toMatchObject({ state: 'running' })
  })

  it('does nothing if nothing changes', async () => {
    const before = kernel.app
    expect((await put('demo', { enabled: true })).json().data).toMatchObject({ state: 'running' })
    await kernel.settled()
    expect(kernel.app).toBe(before)
    expect(await audits()).toEqual([])
  })

  it.each([
    ['system', { enabled: false }, 409, 'PLUGIN_REQUIRED'],
    ['nothing', { enabled: false }, 404, 'NOT_FOUND'],
    ['demo', { enabled: 'false' }, 422, 'VALIDATION_ERROR'],
    ['demo', {}, 422, 'VALIDATION_ERROR'],
  ])('rejects %s %j', async (id, payload, status, code) => {
    const response = await put(id, payload)
    expect([response.statusCode, response.json().error.code]).toEqual([status, code])
    expect(await audits()).toEqual([])
  })

  it('requires an admin', async () => {
    expect((await put('demo', { enabled: false }, 'member')).statusCode).toBe(403)
  })
})
