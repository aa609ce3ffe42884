import { afterEach, describe, expect, it } from 'vitest'
import { address, openWorld, setCookies, storedText, tokenOf, type World, withCookie } from '../../test/world.ts'

let world: World
afterEach(() => world.close())

const minutes = 60_000
const attempts = async (count: number, ip?: string) => {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1) {
    statuses.push((await world.login({ username: 'admin', password: 'wrong' }, ip ? { ip } : {})).statusCode)
  }
  return statuses
}

describe('POST /api/auth/login', () => {
  it('sets an HttpOnly, SameSite=Strict session cookie', async () => {
    world = await openWorld()
    const response = await world.login({ username: 'admin', password: world.password })
    expect(response.json()).toEqual({
      data: { user_id: expect.any(String), username: 'admin', role: 'admin', must_change_password: true },
    })
    expect(setCookies(response)).toEqual([
      `session_token=${tokenOf(response)}; HttpOnly; SameSite=Strict; Path=/; Max-Age=86400; Secure`,
    ])
    expect(tokenOf(response)).toMatch(/^[\w-]{43}$/)
    expect(world.audits()).toEqual([['admin', 'login', address]])
  })

  it('takes lifetime and Secure from the configuration', async () => {
    world = await openWorld({ config: { auth: { session_ttl: 600, secure_cookie: false } } })
    const response = await world.login({ username: 'admin', password: world.password })
    expect(setCookies(response)[0]).toMatch(/; Max-Age=600$/)
  })

  it('ends the former session of the browser, whoever it was of', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    const ann = await world.addUser(token, 'ann')
    const other = await world.signIn('admin', password)
    const status = async (each: string) =>
      (await world.kernel.inject({ url: '/api/auth/me', headers: withCookie(each) })).statusCode
    const failed = await world.login({ username: 'admin', password: 'wrong' }, { headers: withCookie(token) })
    expect([failed.statusCode, await status(token)]).toEqual([401, 200])
    const second = tokenOf(await world.login({ username: 'admin', password }, { headers: withCookie(token) }))
    expect([await status(token), await status(second), await status(other)]).toEqual([401, 200, 200])
    expect(world.revoked.at(-1)).toEqual({
      userId: expect.any(String),
      credentialId: expect.any(String),
      cause: 'replaced',
    })
    await world.login({ username: 'ann', password: ann.password }, { headers: withCookie(second) })
    expect([await status(second), await status(other)]).toEqual([401, 200])
  })

  it('gives the same response to a wrong password and an unknown user', async () => {
    world = await openWorld()
    const wrong = await world.login({ username: 'admin', password: 'wrong' })
    const unknown = await world.login({ username: 'Admin', password: world.password })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(unknown.body).toBe(wrong.body)
    expect(wrong.json()).toEqual({ error: { code: 'UNAUTHORIZED', message: 'Unauthorized' } })
    expect(setCookies(wrong)).toEqual([])
    expect(world.audits()).toEqual([
      ['anonymous', 'login_failed', '{"username":"admin"}', address],
      ['anonymous', 'login_failed', '{"username":"Admin"}', address],
    ])
  })

  it('audits at most 256 characters of a name', async () => {
    world = await openWorld()
    await world.login({ username: '😀'.repeat(400), password: 'wrong' })
    expect(world.audits()).toEqual([['anonymous', 'login_failed', `{"username":"${'😀'.repeat(256)}"}`, address]])
  })

  it.each([
    [{}, 'username'],
    [{ username: '', password: 'x' }, 'username'],
    [{ username: 'admin' }, 'password'],
    [{ username: 'admin', password: '' }, 'password'],
    [{ username: 'admin', password: null }, 'password'],
    [{ username: ['admin'], password: 'x' }, 'username'],
    [{ username: 'admin', password: ['x'] }, 'password'],
    [{ username: 'admin', password: 12345678 }, 'password'],
    [{ username: 'admin', password: 'x'.repeat(1025) }, 'password'],
    [{ username: 'admin', password: 'x\0y' }, 'password'],
    [{ username: 'ad\0min', password: 'x' }, 'username'],
    [{ username: 'ad\nmin', password: 'x' }, 'username'],
  ])('rejects %j as malformed, neither counted nor audited', async (body, field) => {
    world = await openWorld({ config: { rate_limit: { login_max: 1 } } })
    const before = world.kernel.logs.filter((record) => Reflect.get(record, 'level') !== 'debug').length
    for (let i = 0; i < 2; i += 1) {
      const response = await world.login(body)
      expect(response.statusCode).toBe(422)
      expect(response.json().error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: expect.arrayContaining([expect.objectContaining({ field })]),
      })
    }
    expect(world.audits()).toEqual([])
    expect(world.kernel.logs.filter((record) => Reflect.get(record, 'level') !== 'debug')).toHaveLength(before)
  })

  it('rejects half of a surrogate pair, neither counted nor audited', async () => {
    world = await openWorld({ config: { rate_limit: { login_max: 1 } } })
    for (const body of [
      { username: 'admin', password: '\ud800' },
      { username: '\ud800', password: 'x' },
    ]) {
      expect((await world.login(body)).statusCode).toBe(400)
    }
    expect(world.audits()).toEqual([])
    expect(await attempts(1)).toEqual([401])
  })

  it('allows login_max failures per address in 15 minutes', async () => {
    world = await openWorld({ config: { rate_limit: { login_max: 3 } } })
    expect(await attempts(4)).toEqual([401, 401, 401, 429])
    expect(await attempts(1, '192.0.2.77')).toEqual([401])
    await world.kernel.clock.advance(14 * minutes)
    const refused = await world.login({ username: 'admin', password: world.password })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.json().error.code).toBe('TOO_MANY_REQUESTS')
    await world.kernel.clock.advance(1 * minutes)
    expect(await attempts(1)).toEqual([401])
  })

  it('refunds successful attempts and counts a /64 as one address', async () => {
    world = await openWorld({ config: { rate_limit: { login_max: 2 } } })
    for (let i = 0; i < 4; i += 1) await world.signIn('admin', world.password)
    expect(await attempts(1, '2001:db8::1')).toEqual([401])
    expect(await attempts(1, '2001:db8::2:2')).toEqual([401])
    expect(await attempts(1, '2001:db8::3:3:3')).toEqual([429])
    expect(await attempts(3)).toEqual([401, 401, 429])
  })

  it('audits rejected attempts, up to a limit', async () => {
    world = await openWorld({ config: { rate_limit: { login_max: 1 } } })
    expect(new Set((await attempts(31)).slice(1))).toEqual(new Set([429]))
    expect(world.audits().filter((entry) => (entry as string[])[1] === 'login_rate_limited')).toEqual(
      Array.from({ length: 10 }, () => ['anonymous', 'login_rate_limited', '{"username":"admin"}', address]),
    )
  })

  it('allows concurrent sign-ins of one user', async () => {
    world = await openWorld()
    const responses = await Promise.all([1, 2].map(() => world.login({ username: 'admin', password: world.password })))
    const tokens = responses.map(tokenOf)
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) {
      const me = await world.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
      expect(me.statusCode).toBe(200)
    }
  })

  it('warns when the browser will drop the cookie', async () => {
    world = await openWorld()
    const body = { username: 'admin', password: world.password }
    const remote = await world.login(body, { headers: { host: 'svc.example:9527' } })
    expect(remote.json().data.warning).toContain('auth.secure_cookie')
    const warnings = () => world.kernel.logs.filter((record) => String(Reflect.get(record, 'msg')).includes('cookie'))
    expect(warnings()).toEqual([
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining('auth.secure_cookie') }),
    ])
    for (const host of ['localhost:9527', '127.0.0.1:9527', '[::1]:9527']) {
      expect((await world.login(body, { headers: { host } })).json().data.warning).toBeUndefined()
    }
    const secured = { host: 'svc.example', 'x-forwarded-proto': 'https' }
    const proxied = await world.login(body, { ip: '127.0.0.1', headers: secured })
    expect(proxied.json().data.warning).toBeUndefined()
    expect(warnings()).toHaveLength(1)
  })

  it('leaves neither token nor password in log or files', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    const wrong = 'wrong-password-that-must-not-be-kept'
    await world.login({ username: 'admin', password: wrong })
    await world.kernel.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = storedText(world.kernel)
    expect(everything).toContain('auth_sessions')
    for (const secret of [token, password, world.password, wrong]) expect(everything).not.toContain(secret)
  })
})
