import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { address, type Door, openDoor, passwordsIn, setCookies, start, withCookie } from '../../test/door.ts'

let door: Door
afterEach(() => door.close())

const day = 86_400_000
const minute = 60_000
/** Time without the work that it brings: a month of timers takes its time. */
const pass = (ms: number) => door.kernel.clock.set(door.kernel.clock.now() + ms)
const me = (headers: Record<string, string>) => door.kernel.inject({ url: '/api/auth/me', headers })
const status = async (token: string) => (await me(withCookie(token))).statusCode
const list = async (token: string) =>
  (await door.kernel.inject({ url: '/api/auth/sessions', headers: withCookie(token) })).json().data

describe('a session', () => {
  it('is accepted as cookie and as bearer, the first that validates', async () => {
    door = await openDoor()
    const { token } = await door.settle()
    const bearer = { authorization: `Bearer ${token}` }
    expect((await me(withCookie(token))).statusCode).toBe(200)
    expect((await me(bearer)).statusCode).toBe(200)
    expect((await me({ ...withCookie('stale'), ...bearer })).statusCode).toBe(200)
    for (const headers of [
      {},
      withCookie(''),
      withCookie('x'.repeat(43)),
      withCookie('x'.repeat(9000)),
      { authorization: token },
      { authorization: `bearer ${token}` },
      { authorization: `Bearer  ${token}` },
      { authorization: `Bearer ${token}=` },
    ]) {
      expect((await me(headers as Record<string, string>)).statusCode).toBe(401)
    }
  })

  it('ends session_ttl after its last use', async () => {
    door = await openDoor()
    const { token } = await door.settle()
    await door.kernel.clock.advance(day - 1000)
    expect(await status(token)).toBe(200)
    await door.kernel.clock.advance(day - 1000)
    expect(await status(token)).toBe(200)
    await door.kernel.clock.advance(day)
    expect(await status(token)).toBe(401)
  })

  it('is renewed at most once a minute, together with its cookie', async () => {
    door = await openDoor()
    const { token } = await door.settle()
    await door.kernel.clock.advance(minute - 1000)
    expect(setCookies(await me(withCookie(token)))).toEqual([])
    await door.kernel.clock.advance(1000)
    expect(setCookies(await me(withCookie(token)))).toEqual([
      `session_token=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=86400; Secure`,
    ])
    expect(setCookies(await me(withCookie(token)))).toEqual([])
    await door.kernel.clock.advance(minute)
    expect(setCookies(await me({ authorization: `Bearer ${token}` }))).toEqual([])
    const [session] = await list(token)
    expect(session.last_seen_at).toBe('2026-01-31T12:02:00Z')
  })

  it('slides with a lifetime below a minute as well', async () => {
    door = await openDoor({ config: { auth: { session_ttl: 10 } } })
    const { token } = await door.settle()
    for (let i = 0; i < 5; i += 1) {
      await door.kernel.clock.advance(6000)
      expect(await status(token)).toBe(200)
    }
    await door.kernel.clock.advance(10_000)
    expect(await status(token)).toBe(401)
  })

  it('ends after 30 days, however much it is used', async () => {
    door = await openDoor({ config: { auth: { session_ttl: 20 * 86_400 } } })
    const { token } = await door.settle()
    pass(19 * day)
    expect(setCookies(await me(withCookie(token)))[0]).toContain(`Max-Age=${11 * 86_400};`)
    pass(11 * day)
    expect(await status(token)).toBe(401)
  })

  it('outlives a restart of the program', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-auth-'))
    try {
      door = await openDoor({ dataDir })
      const { token } = await door.settle('root')
      await door.close()
      door = await openDoor({ dataDir, now: start + minute })
      expect(passwordsIn(door.kernel)).toEqual([])
      expect((await me(withCookie(token))).json().data).toMatchObject({ username: 'root', must_change_password: false })
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('is removed by SessionCleaner when it ran out, and its connections close', async () => {
    door = await openDoor({ config: { auth: { session_ttl: 5400 } } })
    const { token } = await door.settle()
    const [{ id }] = await list(token)
    door.revoked.length = 0
    const rows = () => door.kernel.database.prepare('SELECT count(*) FROM auth_sessions').pluck().get()
    await door.kernel.clock.advance(5400 * 1000 - 1)
    expect([rows(), door.revoked]).toEqual([1, []])
    await door.kernel.clock.advance(minute)
    expect(rows()).toBe(0)
    expect(door.revoked).toEqual([{ userId: expect.any(String), credentialId: id }])
  })

  it('makes room: a user keeps the 50 last used ones', async () => {
    door = await openDoor()
    const { token, password } = await door.settle()
    door.revoked.length = 0
    for (let i = 0; i < 50; i += 1) await door.enter('admin', password)
    expect(await status(token)).toBe(401)
    expect(door.revoked).toHaveLength(1)
  })
})

describe('POST /api/auth/logout', () => {
  const logout = (headers: Record<string, string>) =>
    door.kernel.inject({ method: 'POST', url: '/api/auth/logout', headers })

  it('ends the session of the cookie, also while the password must be changed', async () => {
    door = await openDoor()
    const token = await door.enter('admin', door.password)
    const answer = await logout(withCookie(token))
    expect(answer.json()).toEqual({ data: 'ok' })
    expect(setCookies(answer)).toEqual(['session_token=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure'])
    expect(await status(token)).toBe(401)
    expect(door.revoked).toEqual([{ userId: expect.any(String), credentialId: expect.any(String) }])
    expect(door.audits().at(-1)).toEqual(['admin', 'logout', '127.0.0.1'])
  })

  it('leaves a bearer token alone', async () => {
    door = await openDoor()
    const { token } = await door.settle()
    expect((await logout({ authorization: `Bearer ${token}` })).json()).toEqual({ data: 'ok' })
    expect(await status(token)).toBe(200)
  })

  it('needs a session', async () => {
    door = await openDoor()
    expect((await logout({})).statusCode).toBe(401)
  })
})

describe('/api/auth/sessions', () => {
  const revoke = (token: string, id: string) =>
    door.kernel.inject({ method: 'DELETE', url: `/api/auth/sessions/${id}`, headers: withCookie(token) })

  it('lists the own living sessions, last used first', async () => {
    door = await openDoor()
    const { token, password } = await door.settle()
    await door.kernel.clock.advance(minute)
    const answer = await door.login(
      { username: 'admin', password },
      { ip: '198.51.100.7', headers: { 'user-agent': 'Browser/1' } },
    )
    expect(answer.statusCode).toBe(200)
    const sessions = await list(token)
    expect(sessions).toHaveLength(2)
    expect(sessions).toContainEqual({
      id: expect.any(String),
      source: 'web',
      ip: '198.51.100.7',
      user_agent: 'Browser/1',
      created_at: '2026-01-31T12:01:00Z',
      last_seen_at: '2026-01-31T12:01:00Z',
      expires_at: '2026-02-01T12:01:00Z',
      current: false,
    })
    expect(sessions).toContainEqual(expect.objectContaining({ ip: address, current: true }))
  })

  it('ends another session of the own', async () => {
    door = await openDoor()
    const { token, password } = await door.settle()
    const other = await door.enter('admin', password)
    const { id } = (await list(token)).find((session: { current: boolean }) => !session.current)
    door.revoked.length = 0
    expect((await revoke(token, id)).json()).toEqual({ data: 'ok' })
    expect([await status(token), await status(other)]).toEqual([200, 401])
    expect(door.revoked).toEqual([{ userId: expect.any(String), credentialId: id }])
    expect(door.audits().at(-1)).toEqual(['admin', 'session_revoked', `{"session_id":"${id}"}`, '127.0.0.1'])
    expect((await revoke(token, id)).statusCode).toBe(404)
  })

  it('clears the cookie with the current one', async () => {
    door = await openDoor()
    const { token } = await door.settle()
    const [{ id }] = await list(token)
    expect(setCookies(await revoke(token, id))[0]).toMatch(/^session_token=; .*Max-Age=0/)
    expect(await status(token)).toBe(401)
  })

  it("never ends somebody else's", async () => {
    door = await openDoor()
    const { token } = await door.settle()
    const { password } = await door.addUser(token, 'bob')
    const theirs = await door.enter('bob', password)
    const [{ id }] = await list(theirs)
    expect(await list(token)).toHaveLength(1)
    expect((await revoke(token, id)).statusCode).toBe(404)
    expect(await status(theirs)).toBe(200)
  })
})
