import { secrets } from '@svc/plugin-system/contract'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { type Door, setCookies, start, withCookie } from '../../test/door.ts'
import { door, password, token, withAnn } from '../../test/with-ann.ts'

/** no limit by address, so that the other ones show */
const config = { rate_limit: { login_max: 100_000 } }
withAnn({ config })

type Answer = Awaited<ReturnType<Door['login']>>
/** What somebody who guesses can see, but the time of day. */
const seen = ({ statusCode, body, headers: { date: _date, ...headers } }: Answer) => ({ statusCode, body, headers })
const from = (i: number) => ({ ip: `198.51.${Math.floor(i / 250)}.${(i % 250) + 1}` })
const wrong = (username: string, i: number) => door.login({ username, password: 'not the password' }, from(i))
const idOf = (username: string) =>
  door.kernel.database.prepare('SELECT id FROM auth_users WHERE username = ?').pluck().get(username) as string

/** Gives the account an authenticator; the returned one shows its codes. */
function addSecondFactor(username: string): TOTP {
  const secret = new Secret({ size: 20 })
  const id = idOf(username)
  const sealed = door.kernel.service(secrets).seal(`auth.totp:${id}`, secret.base32)
  door.kernel.database.prepare('INSERT INTO auth_second_factors VALUES (?, ?, 0, 0)').run(id, sealed)
  return new TOTP({ secret })
}
const codeAt = (totp: TOTP, ms: number) => totp.generate({ timestamp: ms })
/** Of no step near `now`. */
function wrongCode(totp: TOTP): string {
  const near = [-1, 0, 1].map((step) => codeAt(totp, door.kernel.clock.now() + step * 30_000))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) as string
}

describe('a refused sign-in', () => {
  it('tells nothing about the account', async () => {
    const { password: theirs } = await door.addUser(token, 'bob')
    const totp = addSecondFactor('bob')
    await door.addUser(token, 'cleo')
    door.kernel.database.exec("UPDATE auth_users SET has_password = 0 WHERE username = 'cleo'")
    const code = wrongCode(totp)
    const answers = [
      await door.login({ username: 'nobody', password: 'not the password' }),
      await door.login({ username: 'nobody', password: 'not the password', totp_code: code }),
      await door.login({ username: 'ann', password: 'not the password' }),
      await door.login({ username: 'ann', password: 'not the password', totp_code: code }),
      await door.login({ username: 'bob', password: 'not the password' }),
      await door.login({ username: 'bob', password: 'not the password', totp_code: codeAt(totp, start) }),
      await door.login({ username: 'bob', password: theirs, totp_code: code }),
      await door.login({ username: 'bob', password: theirs, totp_code: 'abcd-efgh-jkmn-pqrs' }),
      await door.login({ username: 'cleo', password: 'not the password' }),
    ]
    for (const answer of answers) expect(seen(answer)).toEqual(seen(answers[0] as Answer))
    expect(answers[0]?.statusCode).toBe(401)
    expect(setCookies(answers[0] as Answer)).toEqual([])
    // the code works once the password is right, and once only
    const right = { username: 'bob', password: theirs, totp_code: codeAt(totp, start) }
    expect((await door.login(right)).statusCode).toBe(200)
    expect(seen(await door.login(right))).toEqual(seen(answers[0] as Answer))
  })

  it('costs a hash also when there is no such account', async () => {
    const names = Array.from({ length: 110 }, (_, i) => `nobody${i}`)
    const statuses = (await Promise.all(names.map(wrong))).map(({ statusCode }) => statusCode)
    // what finds no place among those that are hashed or wait for it
    expect(statuses.filter((status) => status === 429)).toHaveLength(8)
    expect(statuses.filter((status) => status === 401)).toHaveLength(102)
  })
})

describe('many wrong passwords of one name', () => {
  it.each(['ann', 'nobody'])('are refused after 50 from whatever address: %s', async (username) => {
    for (let i = 0; i < 50; i += 1) expect((await wrong(username, i)).statusCode).toBe(401)
    await door.kernel.clock.advance(60_000)
    const refused = await wrong(username.toUpperCase(), 51)
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(refused.headers['retry-after']).toBe(String(14 * 60))
    expect(setCookies(refused)).toEqual([])
  })

  it('hold the right one back as well, for a while, and nobody else', async () => {
    const { password: theirs } = await door.addUser(token, 'bob')
    for (let i = 0; i < 50; i += 1) await wrong('ann', i)
    expect((await door.login({ username: 'ann', password }, from(60))).statusCode).toBe(429)
    expect((await door.login({ username: 'bob', password: theirs })).statusCode).toBe(200)
    const me = await door.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
    expect(me.statusCode).toBe(200)
    await door.kernel.clock.advance(15 * 60_000)
    expect((await door.login({ username: 'ann', password }, from(60))).statusCode).toBe(200)
  })

  it('do not keep the user out of the place where they are signed in', async () => {
    for (let i = 0; i < 50; i += 1) await wrong('ann', i)
    expect((await door.login({ username: 'ann', password })).statusCode).toBe(200)
  })

  it('are audited when they are refused, and shown to admins, who may forget them', async () => {
    for (let i = 0; i < 51; i += 1) await wrong('ann', i)
    expect(door.audits()).toContainEqual(['anonymous', 'login_rate_limited', '{"username":"ann"}', from(50).ip])
    const headers = withCookie(token)
    const { entries } = (await door.kernel.inject({ url: '/api/admin/rate-limit', headers })).json().data
    expect(entries).toContainEqual(
      expect.objectContaining({ scope: 'login_name', ip: 'ann', count: 50, blocked: true }),
    )
    const reset = { method: 'POST', url: '/api/admin/rate-limit/reset', payload: { scope: 'login_name' } } as const
    expect((await door.kernel.inject({ ...reset, headers })).json().data).toEqual({ cleared: 1 })
    expect((await door.login({ username: 'ann', password }, from(60))).statusCode).toBe(200)
  })

  it('at the same moment get no further', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, (_, i) => wrong('ann', i)))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(50)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30)
  })

  it('do not count what was right', async () => {
    for (let i = 0; i < 60; i += 1) await door.enter('ann', password)
    expect((await wrong('ann', 1)).statusCode).toBe(401)
  })
})

describe('a name of hostile length', () => {
  it('is answered like any other one, without being composed', async () => {
    // composing this text takes minutes
    const username = `a${'\u0315\u0300'.repeat(900_000)}`
    const plain = await wrong('nobody', 1)
    expect(seen(await wrong(username.slice(0, 1_000_000), 2))).toEqual(seen(plain))
  })
})

describe('many wrong codes after the right password', () => {
  it('are refused after 10 from whatever address', async () => {
    const totp = addSecondFactor('ann')
    const attempt = (totp_code: string | undefined, i: number) =>
      door.login({ username: 'ann', password, totp_code }, from(i))
    for (let i = 0; i < 10; i += 1) expect((await attempt(wrongCode(totp), i)).statusCode).toBe(401)
    const refused = await attempt(codeAt(totp, start), 11)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(15 * 60)])
    // the first step costs none of them
    expect((await attempt(undefined, 12)).json().error.code).toBe('TWO_FACTOR_REQUIRED')
    await door.kernel.clock.advance(15 * 60_000)
    expect((await attempt(codeAt(totp, door.kernel.clock.now()), 13)).statusCode).toBe(200)
  })

  it('at the same moment get no further, and one right code lets in once', async () => {
    const totp = addSecondFactor('ann')
    const totp_code = codeAt(totp, start)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) => door.login({ username: 'ann', password, totp_code }, from(i))),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401])
  })
})

describe('a page of another site', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot sign somebody in with a form: %s',
    async (type) => {
      const payload = JSON.stringify({ username: 'ann', password })
      const answer = await door.login(payload, { headers: { 'content-type': type, origin: 'https://evil.example' } })
      expect([answer.statusCode, answer.json().error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
      expect(setCookies(answer)).toEqual([])
    },
  )

  it('gets no leave to send or read anything else', async () => {
    const answer = await door.kernel.inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
