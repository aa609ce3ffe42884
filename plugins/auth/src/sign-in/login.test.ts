import { afterEach, describe, expect, it } from 'vitest'
import { address, type Door, openDoor, setCookies, tokenOf, traces, withCookie } from '../../test/door.ts'

let door: Door
afterEach(() => door.close())

const minutes = 60_000
const attempts = async (count: number, ip?: string) => {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1) {
    statuses.push((await door.login({ username: 'admin', password: 'wrong' }, ip ? { ip } : {})).statusCode)
  }
  return statuses
}

describe('POST /api/auth/login', () => {
  it('signs in with a cookie that scripts and other sites do not get', async () => {
    door = await openDoor()
    const answer = await door.login({ username: 'admin', password: door.password })
    expect(answer.json()).toEqual({
      data: { user_id: expect.any(String), username: 'admin', role: 'admin', must_change_password: true },
    })
    expect(setCookies(answer)).toEqual([
      `session_token=${tokenOf(answer)}; HttpOnly; SameSite=Strict; Path=/; Max-Age=86400; Secure`,
    ])
    expect(tokenOf(answer)).toMatch(/^[\w-]{43}$/)
    expect(door.audits()).toEqual([['admin', 'login', address]])
  })

  it('takes lifetime and Secure from the configuration', async () => {
    door = await openDoor({ config: { auth: { session_ttl: 600, secure_cookie: false } } })
    const answer = await door.login({ username: 'admin', password: door.password })
    expect(setCookies(answer)[0]).toMatch(/; Max-Age=600$/)
  })

  it('answers a wrong password and an unknown user alike', async () => {
    door = await openDoor()
    const wrong = await door.login({ username: 'admin', password: 'wrong' })
    const unknown = await door.login({ username: 'Admin', password: door.password })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(unknown.body).toBe(wrong.body)
    expect(wrong.json()).toEqual({ error: { code: 'UNAUTHORIZED', message: 'Unauthorized' } })
    expect(setCookies(wrong)).toEqual([])
    expect(door.audits()).toEqual([
      ['anonymous', 'login_failed', '{"username":"admin"}', address],
      ['anonymous', 'login_failed', '{"username":"Admin"}', address],
    ])
  })

  it('records at most 256 characters of a name', async () => {
    door = await openDoor()
    await door.login({ username: '😀'.repeat(400), password: 'wrong' })
    expect(door.audits()).toEqual([['anonymous', 'login_failed', `{"username":"${'😀'.repeat(256)}"}`, address]])
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
    [{ username: 'admin', password: '\ud800' }, 'password'],
    [{ username: 'ad\0min', password: 'x' }, 'username'],
    [{ username: 'ad\nmin', password: 'x' }, 'username'],
  ])('refuses %j as malformed, uncounted and unrecorded', async (body, field) => {
    door = await openDoor({ config: { rate_limit: { login_max: 1 } } })
    const before = door.kernel.logs.filter((record) => Reflect.get(record, 'level') !== 'debug').length
    for (let i = 0; i < 2; i += 1) {
      const answer = await door.login(body)
      expect(answer.statusCode).toBe(422)
      expect(answer.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
    }
    expect(door.audits()).toEqual([])
    expect(door.kernel.logs.filter((record) => Reflect.get(record, 'level') !== 'debug')).toHaveLength(before)
  })

  it('allows login_max failures per address in 15 minutes', async () => {
    door = await openDoor({ config: { rate_limit: { login_max: 3 } } })
    expect(await attempts(4)).toEqual([401, 401, 401, 429])
    expect(await attempts(1, '192.0.2.77')).toEqual([401])
    await door.kernel.clock.advance(14 * minutes)
    const refused = await door.login({ username: 'admin', password: door.password })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.json().error.code).toBe('TOO_MANY_REQUESTS')
    await door.kernel.clock.advance(1 * minutes)
    expect(await attempts(1)).toEqual([401])
  })

  it('gives successful attempts back and counts a /64 as one', async () => {
    door = await openDoor({ config: { rate_limit: { login_max: 2 } } })
    for (let i = 0; i < 4; i += 1) await door.enter('admin', door.password)
    expect(await attempts(1, '2001:db8::1')).toEqual([401])
    expect(await attempts(1, '2001:db8::2:2')).toEqual([401])
    expect(await attempts(1, '2001:db8::3:3:3')).toEqual([429])
    expect(await attempts(3)).toEqual([401, 401, 429])
  })

  it('audits refusals, but a flood of them only so far', async () => {
    door = await openDoor({ config: { rate_limit: { login_max: 0 } } })
    expect(new Set(await attempts(30))).toEqual(new Set([429]))
    expect(door.audits()).toEqual(
      Array.from({ length: 10 }, () => ['anonymous', 'login_rate_limited', '{"username":"admin"}', address]),
    )
  })

  it('lets the same user in twice at the same moment', async () => {
    door = await openDoor()
    const answers = await Promise.all([1, 2].map(() => door.login({ username: 'admin', password: door.password })))
    const tokens = answers.map(tokenOf)
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) {
      const me = await door.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
      expect(me.statusCode).toBe(200)
    }
  })

  it('says when the browser is going to drop the cookie', async () => {
    door = await openDoor()
    const body = { username: 'admin', password: door.password }
    const remote = await door.login(body, { headers: { host: 'svc.example:9527' } })
    expect(remote.json().data.warning).toContain('auth.secure_cookie')
    const warnings = () => door.kernel.logs.filter((record) => String(Reflect.get(record, 'msg')).includes('cookie'))
    expect(warnings()).toEqual([
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining('auth.secure_cookie') }),
    ])
    for (const host of ['localhost:9527', '127.0.0.1:9527', '[::1]:9527']) {
      expect((await door.login(body, { headers: { host } })).json().data.warning).toBeUndefined()
    }
    const secured = { host: 'svc.example', 'x-forwarded-proto': 'https' }
    const proxied = await door.login(body, { ip: '127.0.0.1', headers: secured })
    expect(proxied.json().data.warning).toBeUndefined()
    expect(warnings()).toHaveLength(1)
  })

  it('leaves neither token nor password in log or files', async () => {
    door = await openDoor()
    const { token, password } = await door.settle()
    const wrong = 'wrong-password-that-must-not-be-kept'
    await door.login({ username: 'admin', password: wrong })
    await door.kernel.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
    door.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = traces(door.kernel)
    expect(everything).toContain('auth_sessions')
    for (const secret of [token, password, door.password, wrong]) expect(everything).not.toContain(secret)
  })
})
