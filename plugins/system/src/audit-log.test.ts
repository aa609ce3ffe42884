import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { audit, auditActors } from './contract.ts'
import system from './index.ts'

const start = Date.parse('2026-01-31T12:00:00Z')
const names = new Map([['u1', 'ann']])
const people = definePlugin({
  id: 'people',
  setup: () => ({ contributes: contribute(auditActors, { plugin: 'people', nameOf: (id) => names.get(id) }) }),
})

// the maintenance worker compiles its sources first
vi.setConfig({ testTimeout: 60_000 })

let kernel: TestKernel
afterEach(() => kernel.close())
const boot = async () => {
  kernel = await createTestKernel({ plugins: [system, people], now: start })
  return kernel.service(audit)
}
const get = async (url: string) => {
  const response = await kernel.as('admin').inject(url)
  return { status: response.statusCode, ...response.json() }
}

describe('the audit log', () => {
  it('lists newest first, rows of one second by id, with the names of that time', async () => {
    const log = await boot()
    log.write({ userId: 'u1', action: 'login', ip: '192.0.2.1' })
    log.write({ userId: 'anonymous', action: 'login_failed', detail: { username: 'x' }, ip: '192.0.2.2' })
    names.set('u1', 'anna')
    await kernel.clock.advance(1000)
    log.write({ userId: 'u1', action: 'logout' })
    names.set('u1', 'ann')
    const { data } = await get('/api/audit-logs')
    expect(data).toEqual({
      total: 3,
      entries: [
        {
          id: 3,
          user_id: 'u1',
          user_label: 'anna',
          action: 'logout',
          detail: null,
          ip: '',
          created_at: '2026-01-31T12:00:01Z',
        },
        {
          id: 2,
          user_id: 'anonymous',
          user_label: 'anonymous',
          action: 'login_failed',
          detail: '{"username":"x"}',
          ip: '192.0.2.2',
          created_at: '2026-01-31T12:00:00Z',
        },
        expect.objectContaining({ id: 1, user_label: 'ann', action: 'login' }),
      ],
    })
    expect((await get('/api/audit-logs/options')).data).toEqual({
      actions: ['login', 'login_failed', 'logout'],
      users: [
        { id: 'anonymous', label: 'anonymous' },
        { id: 'u1', label: 'anna' },
      ],
    })
  })

  it('filters and paginates', async () => {
    const log = await boot()
    for (let i = 0; i < 250; i += 1) {
      log.write({
        userId: i % 2 ? 'u1' : 'u2',
        action: i % 5 ? 'a' : 'b',
        ip: `192.0.2.${i % 10}`,
        detail: { n: `#${i}_%` },
      })
      await kernel.clock.advance(1000)
    }
    const totals = async (query: string) => (await get(`/api/audit-logs?${query}`)).data.total
    expect(await totals('')).toBe(250)
    expect(await totals('action=b')).toBe(50)
    expect(await totals('user_id=u1&action=b')).toBe(25)
    expect(await totals('user_id=&action=')).toBe(250)
    expect(await totals('ip=192.0.2.3')).toBe(25)
    expect(await totals('q=%2342_')).toBe(1)
    expect(await totals('q=_%25')).toBe(250)
    expect(await totals('q=ANN')).toBe(125)
    expect(await totals('q=nothing')).toBe(0)
    expect(await totals('from=2026-01-31T12:00:10Z&to=2026-01-31T13:00:19%2B01:00')).toBe(10)
    const page = await get('/api/audit-logs?limit=1000&offset=240')
    expect(page.data.entries.map((entry: { id: number }) => entry.id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect((await get('/api/audit-logs?limit=1000')).data.entries).toHaveLength(200)
    expect((await get('/api/audit-logs')).data.entries).toHaveLength(50)
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
    ['offset=-1', 'offset'],
    ['from=yesterday', 'from'],
    ['to=2026-13-31', 'to'],
    [`q=${'x'.repeat(257)}`, 'q'],
  ])('rejects %s by name', async (query, field) => {
    await boot()
    const { status, error } = await get(`/api/audit-logs?${query}`)
    expect([400, 422]).toContain(status)
    expect(JSON.stringify(error)).toContain(field)
  })

  it('is cleared by an admin, which is its first new entry', async () => {
    const log = await boot()
    log.write({ userId: 'u1', action: 'login' })
    log.write({ userId: 'u1', action: 'logout' })
    const response = await kernel
      .as('admin')
      .inject({ method: 'DELETE', url: '/api/audit-logs', remoteAddress: '192.0.2.9' })
    expect(response.json()).toEqual({ data: { deleted: 2 } })
    const { data } = await get('/api/audit-logs')
    expect(data).toMatchObject({
      total: 1,
      entries: [{ id: 3, user_id: 'test-admin', action: 'audit_log_clear', detail: '{"deleted":2}', ip: '192.0.2.9' }],
    })
  })

  it('requires an admin', async () => {
    await boot()
    for (const method of ['GET', 'DELETE'] as const) {
      const request = { method, url: '/api/audit-logs' }
      expect((await kernel.inject(request)).statusCode).toBe(401)
      expect((await kernel.as('member').inject(request)).statusCode).toBe(403)
    }
    expect((await kernel.as('member').inject('/api/audit-logs/options')).statusCode).toBe(403)
  })

  it('never fails the audited act', async () => {
    const log = await boot()
    kernel.database.exec('DROP TABLE system_audit_logs')
    log.write({ userId: 'u1', action: 'login' })
    expect(kernel.logs).toContainEqual(expect.objectContaining({ level: 'error', action: 'login' }))
  })
})
