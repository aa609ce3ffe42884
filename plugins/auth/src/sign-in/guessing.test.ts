import { secrets } from '@svc/plugin-system/contract'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { password, token, withAnn, world } from '../../test/with-ann.ts'
import { setCookies, start, type World, withCookie } from '../../test/world.ts'
import { signIn } from '../contract.ts'

/** no limit per address, so that the other limits apply */
const config = { rate_limit: { login_max: 100_000 } }
withAnn({ config })

type Response = Awaited<ReturnType<World['login']>>
/** What an attacker can see, except the date. */
const seen = ({ statusCode, body, headers: { date: _date, ...headers } }: Response) => ({ statusCode, body, headers })
const from = (i: number) => ({ ip: `198.51.${Math.floor(i / 250)}.${(i % 250) + 1}` })
const wrong = (username: string, i: number) => world.login({ username, password: 'not the password' }, from(i))
const idOf = (username: string) =>
  world.kernel.database.prepare('SELECT id FROM auth_users WHERE username = ?').pluck().get(username) as string

/** Adds an authenticator to the account; the returned one generates its codes. */
function addSecondFactor(username: string): TOTP {
  const secret = new Secret({ size: 20 })
  const id = idOf(username)
  const sealed = world.kernel.service(secrets).seal(`auth.totp:${id}`, secret.base32)
  world.kernel.database.prepare('INSERT INTO auth_second_factors VALUES (?, ?, 0, 0)').run(id, sealed)
  return new TOTP({ secret })
}
const codeAt = (totp: TOTP, ms: number) => totp.generate({ timestamp: ms })
/** Of no step near `now`. */
function wrongCode(totp: TOTP): string {
  const near = [-1, 0, 1].map((step) => codeAt(totp, world.kernel.clock.now() + step * 30_000))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) as string
}

describe('a rejected sign-in', () => {
  it('reveals nothing about the account', async () => {
    const { password: theirs } = await world.addUser(token, 'bob')
    const totp = addSecondFactor('bob')
    await world.addUser(token, 'cleo')
    world.kernel.database.exec("UPDATE auth_users SET has_password = 0 WHERE username = 'cleo'")
    const code = wrongCode(totp)
    const responses = [
      await world.login({ username: 'nobody', password: 'not the password' }),
      await world.login({ username: 'nobody', password: 'not the password', totp_code: code }),
      await world.login({ username: 'ann', password: 'not the password' }),
      await world.login({ username: 'ann', password: 'not the password', totp_code: code }),
      await world.login({ username: 'bob', password: 'not the password' }),
      await world.login({ username: 'bob', password: 'not the password', totp_code: codeAt(totp, start) }),
      await world.login({ username: 'bob', password: theirs, totp_code: code }),
      await world.login({ username: 'bob', password: theirs, totp_code: 'abcd-efgh-jkmn-pqrs' }),
      await world.login({ username: 'cleo', password: 'not the password' }),
    ]
    for (const response of responses) expect(seen(response)).toEqual(seen(responses[0] as Response))
    expect(responses[0]?.statusCode).toBe(401)
    expect(setCookies(responses[0] as Response)).toEqual([])
    // the code works once, with the correct password
    const right = { username: 'bob', password: theirs, totp_code: codeAt(totp, start) }
    expect((await world.login(right)).statusCode).toBe(200)
    expect(seen(await world.login(right))).toEqual(seen(responses[0] as Response))
  })

  it('hashes also for an unknown account', async () => {
    const names = Array.from({ length: 110 }, (_, i) => `nobody${i}`)
    const statuses = (await Promise.all(names.map(wrong))).map(({ statusCode }) => statusCode)
    // requests beyond the hash queue
    expect(statuses.filter((status) => status === 429)).toHaveLength(9)
    expect(statuses.filter((status) => status === 401)).toHaveLength(101)
  })
})

describe('failed sign-ins', () => {
  const failures = (action = 'login_failed') =>
    world
      .audits()
      .filter((entry) => (entry as string[])[1] === action)
      .map((entry) => (entry as string[])[2])

  it('are audited ten times a second, then by their number', async () => {
    for (let i = 0; i < 25; i += 1) await wrong(`nobody${i}`, i)
    const names = Array.from({ length: 10 }, (_, i) => `{"username":"nobody${i}"}`)
    expect(failures()).toEqual(names)
    await world.kernel.clock.advance(1000)
    expect(failures()).toEqual([...names, '{"omitted":15}'])
    await wrong('ann', 30)
    await world.kernel.clock.advance(1000)
    expect(failures().slice(11)).toEqual(['{"username":"ann"}'])
  })

  it('that are refused are audited in the same way, from however many addresses', async () => {
    for (let i = 0; i < 75; i += 1) await wrong('ann', i)
    const names = Array.from({ length: 10 }, () => '{"username":"ann"}')
    expect(failures('login_rate_limited')).toEqual(names)
    await world.kernel.clock.advance(1000)
    expect(failures('login_rate_limited')).toEqual([...names, '{"omitted":15}'])
  })

  it('count for an address also when too many wait for their password', async () => {
    const flood = Array.from({ length: 110 }, (_, i) => wrong(`nobody${i}`, i))
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    const headers = withCookie(token)
    const { entries } = (await world.kernel.inject({ url: '/api/admin/rate-limit', headers })).json().data
    const countOf = (scope: string) => entries.filter((entry: { scope: string }) => entry.scope === scope).length
    expect(statuses.filter((status) => status === 429)).toHaveLength(9)
    expect([countOf('login'), countOf('login_name')]).toEqual([110, 101])
  })
})

describe('many wrong passwords for one name', () => {
  it.each(['ann', 'nobody'])('are rejected after 50 from any address: %s', async (username) => {
    for (let i = 0; i < 50; i += 1) expect((await wrong(username, i)).statusCode).toBe(401)
    await world.kernel.clock.advance(60_000)
    const refused = await wrong(username.toUpperCase(), 51)
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(refused.headers['retry-after']).toBe(String(14 * 60))
    expect(setCookies(refused)).toEqual([])
  })

  it('block the correct one as well until the window resets, and no other user', async () => {
    const { password: theirs } = await world.addUser(token, 'bob')
    for (let i = 0; i < 50; i += 1) await wrong('ann', i)
    expect((await world.login({ username: 'ann', password }, from(60))).statusCode).toBe(429)
    expect((await world.login({ username: 'bob', password: theirs })).statusCode).toBe(200)
    const me = await world.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
    expect(me.statusCode).toBe(200)
    await world.kernel.clock.advance(15 * 60_000)
    expect((await world.login({ username: 'ann', password }, from(60))).statusCode).toBe(200)
  })

  it('do not affect existing sessions', async () => {
    for (let i = 0; i < 50; i += 1) await wrong('ann', i)
    expect((await world.login({ username: 'ann', password })).statusCode).toBe(200)
  })

  it('are audited when rejected, and admins can list and reset them', async () => {
    for (let i = 0; i < 51; i += 1) await wrong('ann', i)
    expect(world.audits()).toContainEqual(['anonymous', 'login_rate_limited', '{"username":"ann"}', from(50).ip])
    const headers = withCookie(token)
    const { entries } = (await world.kernel.inject({ url: '/api/admin/rate-limit', headers })).json().data
    expect(entries).toContainEqual(
      expect.objectContaining({ scope: 'login_name', ip: 'ann', count: 50, blocked: true }),
    )
    const reset = { method: 'POST', url: '/api/admin/rate-limit/reset', payload: { scope: 'login_name' } } as const
    expect((await world.kernel.inject({ ...reset, headers })).json().data).toEqual({ cleared: 1 })
    expect((await world.login({ username: 'ann', password }, from(60))).statusCode).toBe(200)
  })

  it('are limited also when concurrent', async () => {
    const responses = await Promise.all(Array.from({ length: 80 }, (_, i) => wrong('ann', i)))
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(50)
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30)
  })

  it('do not count successful attempts', async () => {
    for (let i = 0; i < 60; i += 1) await world.signIn('ann', password)
    expect((await wrong('ann', 1)).statusCode).toBe(401)
  })
})

describe('an overlong name', () => {
  it('fails as any other, without being normalized', async () => {
    // normalizing this text takes minutes; a request cannot be that large, but other plugins sign users in as well
    const username = `a${'\u0315\u0300'.repeat(900_000)}`
    const attempt = { username: username.slice(0, 1_000_000), password: 'not the password', ip: from(2).ip }
    await expect(world.kernel.service(signIn).verify(attempt, () => 'accepted')).rejects.toMatchObject({ status: 401 })
  })
})

describe('many wrong codes after the correct password', () => {
  it('are rejected after 10 from any address', async () => {
    const totp = addSecondFactor('ann')
    const attempt = (totp_code: string | undefined, i: number) =>
      world.login({ username: 'ann', password, totp_code }, from(i))
    for (let i = 0; i < 10; i += 1) expect((await attempt(wrongCode(totp), i)).statusCode).toBe(401)
    const refused = await attempt(codeAt(totp, start), 11)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(15 * 60)])
    // the first step does not count
    expect((await attempt(undefined, 12)).json().error.code).toBe('TWO_FACTOR_REQUIRED')
    await world.kernel.clock.advance(15 * 60_000)
    expect((await attempt(codeAt(totp, world.kernel.clock.now()), 13)).statusCode).toBe(200)
  })

  it('are limited also when concurrent, and a correct code works once', async () => {
    const totp = addSecondFactor('ann')
    const totp_code = codeAt(totp, start)
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, i) => world.login({ username: 'ann', password, totp_code }, from(i))),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401])
  })
})

describe('a cross-site page', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot submit a sign-in form: %s',
    async (type) => {
      const payload = JSON.stringify({ username: 'ann', password })
      const response = await world.login(payload, { headers: { 'content-type': type, origin: 'https://evil.example' } })
      expect([response.statusCode, response.json().error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
      expect(setCookies(response)).toEqual([])
    },
  )

  it('gets no CORS permission', async () => {
    const response = await world.kernel.inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
