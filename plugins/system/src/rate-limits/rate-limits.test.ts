import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { addressKey, contribute, definePlugin, makeRateLimiter, type RateLimiter } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rateLimits } from '../contract.ts'
import system from '../index.ts'

let limiters: Record<string, RateLimiter>
const doors = (scopes: Record<string, { max: number; windowMs: number }>) =>
  definePlugin({
    id: 'doors',
    setup({ clock }) {
      limiters = {}
      const items = Object.entries(scopes).map(([scope, budget]) => {
        const limiter = makeRateLimiter(budget, clock)
        limiters[scope] = limiter
        return { scope, ...budget, limiter }
      })
      return { contributes: contribute(rateLimits, ...items) }
    },
  })

let kernel: TestKernel
const start = async (scopes: Parameters<typeof doors>[0]) => {
  kernel = await createTestKernel({ plugins: [system, doors(scopes)] })
}
beforeEach(() => start({ login: { max: 2, windowMs: 900_000 }, register: { max: 3, windowMs: 900_000 } }))
afterEach(() => kernel.close())

const take = (scope: string, ip: string, times = 1) => {
  for (let n = 0; n < times; n += 1) limiters[scope]?.take(addressKey(ip))
}
const page = async () => (await kernel.as('admin').inject('/api/admin/rate-limit')).json().data
const reset = (payload?: object) =>
  kernel.as('admin').inject({ method: 'POST', url: '/api/admin/rate-limit/reset', ...(payload && { payload }) })

describe('GET /api/admin/rate-limit', () => {
  it('lists the contributed limits, initially without entries', async () => {
    expect(await page()).toEqual({
      entries: [],
      total: 0,
      blocked: 0,
      scopes: [
        { scope: 'login', max: 2, window_seconds: 900 },
        { scope: 'register', max: 3, window_seconds: 900 },
      ],
      login_max: 2,
      register_max: 3,
      auth_window_seconds: 900,
      trusts_private_networks: false,
    })
    await kernel.close()
    await start({ public: { max: 60, windowMs: 60_000 } })
    expect(await page()).toMatchObject({ public_max: 60, public_window_seconds: 60 })
    expect(await page()).not.toHaveProperty('login_max')
  })

  it.each([
    ['0.0.0.0:0', undefined, true],
    ['0.0.0.0:0', ['127.0.0.1/32', '10.0.0.5/32'], false],
    ['127.0.0.1:0', undefined, false],
  ])('says whether addresses may be forged: %s, proxies %j', async (listen, trusted_proxies, expected) => {
    await kernel.close()
    const config = { server: { listen, ...(trusted_proxies && { trusted_proxies }) } }
    kernel = await createTestKernel({ plugins: [system], config })
    expect((await page()).trusts_private_networks).toBe(expected)
    await kernel.listen()
    const warnings = kernel.logs.filter((record) => String(Reflect.get(record, 'msg')).includes('X-Forwarded-For'))
    expect(warnings).toHaveLength(expected ? 1 : 0)
  })

  it('lists blocked entries first, then by count, then newest first', async () => {
    take('register', '192.0.2.1', 2)
    take('login', '192.0.2.2')
    await kernel.clock.advance(10_500)
    take('login', '192.0.2.3')
    take('login', '2001:db8::1')
    take('login', '2001:db8::2')
    const { entries, ...rest } = await page()
    expect(entries.map((entry: { ip: string }) => entry.ip)).toEqual([
      '2001:db8:0:0::/64',
      '192.0.2.1',
      '192.0.2.3',
      '192.0.2.2',
    ])
    expect(rest).toMatchObject({ total: 4, blocked: 1 })
    const counted = { scope: 'login', max: 2, window_seconds: 900 }
    expect(entries[0]).toEqual({
      ...counted,
      ip: '2001:db8:0:0::/64',
      count: 2,
      window_start: '2023-11-14T22:13:30Z',
      seconds_remaining: 900,
      blocked: true,
    })
    expect(entries[3]).toMatchObject({ ...counted, count: 1, seconds_remaining: 890, blocked: false })
  })

  it('drops entries when the window resets or attempts are refunded', async () => {
    take('login', '192.0.2.1', 2)
    take('login', '192.0.2.2')
    limiters.login?.refund('192.0.2.2')
    expect((await page()).total).toBe(1)
    await kernel.clock.advance(900_000)
    expect((await page()).total).toBe(0)
  })

  it('lists at most 500 and counts all', async () => {
    for (let n = 0; n < 600; n += 1) take('login', `10.0.${n >> 8}.${n & 255}`)
    take('login', '10.0.0.7')
    const { entries, total, blocked } = await page()
    expect([entries.length, total, blocked, entries[0].ip]).toEqual([500, 600, 1, '10.0.0.7'])
  })

  it('lists nobody for a limit of zero, which allows everything', async () => {
    await kernel.close()
    await start({ login: { max: 0, windowMs: 900_000 } })
    take('login', '192.0.2.1', 100)
    expect((await page()).entries).toEqual([])
  })

  it('requires an admin', async () => {
    expect((await kernel.inject('/api/admin/rate-limit')).statusCode).toBe(401)
    expect((await kernel.as('member').inject('/api/admin/rate-limit')).statusCode).toBe(403)
  })
})

describe('POST /api/admin/rate-limit/reset', () => {
  beforeEach(() => {
    take('login', '192.0.2.1', 2)
    take('login', '2001:db8::1', 2)
    take('register', '192.0.2.1', 3)
  })

  it.each([
    ['everything', undefined, 3],
    ['everything', {}, 3],
    ['a scope', { scope: 'login' }, 2],
    ['an address', { ip: '192.0.2.1' }, 2],
    ['an address in a scope', { scope: 'register', ip: '192.0.2.1' }, 1],
    ['an address of a network', { ip: '2001:DB8::ffff' }, 1],
    ['a network as it is listed', { ip: '2001:db8:0:0::/64' }, 1],
    ['a mapped address', { ip: '::ffff:192.0.2.1' }, 2],
    ['nobody', { ip: '192.0.2.9' }, 0],
  ])('resets %s', async (_, payload, cleared) => {
    const response = await reset(payload)
    expect([response.statusCode, response.json()]).toEqual([200, { data: { cleared } }])
    expect((await page()).total).toBe(3 - cleared)
  })

  it('unblocks them, and is audited', async () => {
    expect(() => take('login', '192.0.2.1')).toThrow()
    await reset({ scope: 'login', ip: '::ffff:192.0.2.1' })
    expect(() => take('login', '192.0.2.1', 2)).not.toThrow()
    const { entries } = (await kernel.as('admin').inject('/api/audit-logs')).json().data
    expect(entries).toMatchObject([
      { action: 'rate_limit.reset', user_id: 'test-admin', detail: '{"scope":"login","ip":"192.0.2.1","cleared":1}' },
    ])
  })

  it.each([
    [{ scope: 'nothing' }, 'scope', 'must be one of login, register'],
    [{ scope: '' }, 'scope', undefined],
    [{ scope: 7 }, 'scope', undefined],
    [{ ip: 'x' }, 'ip', 'must be an IP address, or an IPv6 network as listed'],
    [{ ip: '' }, 'ip', undefined],
    [{ ip: '192.0.2.1/8' }, 'ip', undefined],
    [{ ip: ['192.0.2.1'] }, 'ip', undefined],
  ])('rejects %j', async (payload, field, rule) => {
    const response = await reset(payload)
    expect(response.statusCode).toBe(422)
    expect(response.json().error.details).toMatchObject([rule === undefined ? { field } : { field, rule }])
    expect((await page()).total).toBe(3)
  })

  it('requires an admin', async () => {
    const request = { method: 'POST' as const, url: '/api/admin/rate-limit/reset', payload: {} }
    expect((await kernel.as('member').inject(request)).statusCode).toBe(403)
    expect((await page()).total).toBe(3)
  })
})
