import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { address, openWorld, passwordsIn, setCookies, start, type World, withCookie } from '../../test/world.ts'

let world: World
afterEach(() => world.close())

const day = 86_400_000
const minute = 60_000
/** Advances time without running the timers of a whole month. */
const pass = (ms: number) => world.kernel.clock.set(world.kernel.clock.now() + ms)
const me = (headers: Record<string, string>) => world.kernel.inject({ url: '/api/auth/me', headers })
const status = async (token: string) => (await me(withCookie(token))).statusCode
const list = async (token: string) =>
  (await world.kernel.inject({ url: '/api/auth/sessions', headers: withCookie(token) })).json().data

describe('a session', () => {
  it('is accepted as cookie or bearer, whichever validates first', async () => {
    world = await openWorld()
    const { token } = await world.onboard()
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

  it('expires session_ttl after its last use', async () => {
    world = await openWorld()
    const { token } = await world.onboard()
    const { clock } = world.kernel
    // Nothing but the time of the next request decides: no timer runs on the way.
    const pass = (ms: number) => clock.set(clock.now() + ms)
    pass(day - 1000)
    expect(await status(token)).toBe(200)
    pass(day - 1000)
    expect(await status(token)).toBe(200)
    pass(day)
    expect(await status(token)).toBe(401)
  })

  it('is renewed at most once a minute, together with its cookie', async () => {
    world = await openWorld()
    const { token } = await world.onboard()
    await world.kernel.clock.advance(minute - 1000)
    expect(setCookies(await me(withCookie(token)))).toEqual([])
    await world.kernel.clock.advance(1000)
    expect(setCookies(await me(withCookie(token)))).toEqual([
      `session_token=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=86400; Secure`,
    ])
    expect(setCookies(await me(withCookie(token)))).toEqual([])
    await world.kernel.clock.advance(minute)
    expect(setCookies(await me({ authorization: `Bearer ${token}` }))).toEqual([])
    const [session] = await list(token)
    expect(session.last_seen_at).toBe('2026-01-31T12:02:00Z')
  })

  it('is renewed also with a lifetime below a minute', async () => {
    world = await openWorld({ config: { auth: { session_ttl: 10 } } })
    const { token } = await world.onboard()
    for (let i = 0; i < 5; i += 1) {
      await world.kernel.clock.advance(6000)
      expect(await status(token)).toBe(200)
    }
    await world.kernel.clock.advance(10_000)
    expect(await status(token)).toBe(401)
  })

  it('expires after 30 days, however often it is used', async () => {
    world = await openWorld({ config: { auth: { session_ttl: 20 * 86_400 } } })
    const { token } = await world.onboard()
    pass(19 * day)
    expect(setCookies(await me(withCookie(token)))[0]).toContain(`Max-Age=${11 * 86_400};`)
    pass(11 * day)
    expect(await status(token)).toBe(401)
  })

  it('survives a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-auth-'))
    try {
      world = await openWorld({ dataDir })
      const { token } = await world.onboard('root')
      await world.close()
      world = await openWorld({ dataDir, now: start + minute })
      expect(passwordsIn(world.kernel)).toEqual([])
      expect((await me(withCookie(token))).json().data).toMatchObject({ username: 'root', must_change_password: false })
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('is deleted by SessionCleaner when expired, and its connections close', async () => {
    world = await openWorld({ config: { auth: { session_ttl: 5400 } } })
    const { token } = await world.onboard()
    const [{ id }] = await list(token)
    world.revoked.length = 0
    const rows = () => world.kernel.database.prepare('SELECT count(*) FROM auth_sessions').pluck().get()
    await world.kernel.clock.advance(5400 * 1000 - 1)
    expect([rows(), world.revoked]).toEqual([1, []])
    await world.kernel.clock.advance(minute)
    expect(rows()).toBe(0)
    expect(world.revoked).toEqual([{ userId: expect.any(String), credentialId: id, cause: 'expired' }])
  })

  it('is limited to the 50 most recently used per user', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    world.revoked.length = 0
    for (let i = 0; i < 50; i += 1) await world.signIn('admin', password)
    expect(await status(token)).toBe(401)
    expect(world.revoked).toHaveLength(1)
  })
})

describe('POST /api/auth/logout', () => {
  const logout = (headers: Record<string, string>) =>
    world.kernel.inject({ method: 'POST', url: '/api/auth/logout', headers })

  it('revokes the session of the cookie, also while a password change is required', async () => {
    world = await openWorld()
    const token = await world.signIn('admin', world.password)
    const response = await logout(withCookie(token))
    expect(response.json()).toEqual({ data: 'ok' })
    expect(setCookies(response)).toEqual(['session_token=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure'])
    expect(await status(token)).toBe(401)
    expect(world.revoked).toEqual([{ userId: expect.any(String), credentialId: expect.any(String) }])
    expect(world.audits().at(-1)).toEqual(['admin', 'logout', '127.0.0.1'])
  })

  it('does not revoke a bearer token', async () => {
    world = await openWorld()
    const { token } = await world.onboard()
    expect((await logout({ authorization: `Bearer ${token}` })).json()).toEqual({ data: 'ok' })
    expect(await status(token)).toBe(200)
  })

  it('requires a session', async () => {
    world = await openWorld()
    expect((await logout({})).statusCode).toBe(401)
  })
})

describe('/api/auth/sessions', () => {
  const revoke = (token: string, id: string) =>
    world.kernel.inject({ method: 'DELETE', url: `/api/auth/sessions/${id}`, headers: withCookie(token) })

  it('lists the own active sessions, most recently used first', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    await world.kernel.clock.advance(minute)
    const response = await world.login(
      { username: 'admin', password },
      { ip: '198.51.100.7', headers: { 'user-agent': 'Browser/1' } },
    )
    expect(response.statusCode).toBe(200)
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

  it('revokes another own session', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    const other = await world.signIn('admin', password)
    const { id } = (await list(token)).find((session: { current: boolean }) => !session.current)
    world.revoked.length = 0
    expect((await revoke(token, id)).json()).toEqual({ data: 'ok' })
    expect([await status(token), await status(other)]).toEqual([200, 401])
    expect(world.revoked).toEqual([{ userId: expect.any(String), credentialId: id }])
    expect(world.audits().at(-1)).toEqual(['admin', 'session_revoked', `{"session_id":"${id}"}`, '127.0.0.1'])
    expect((await revoke(token, id)).statusCode).toBe(404)
  })

  it('clears the cookie with the current session', async () => {
    world = await openWorld()
    const { token } = await world.onboard()
    const [{ id }] = await list(token)
    expect(setCookies(await revoke(token, id))[0]).toMatch(/^session_token=; .*Max-Age=0/)
    expect(await status(token)).toBe(401)
  })

  it('does not revoke sessions of other users', async () => {
    world = await openWorld()
    const { token } = await world.onboard()
    const { password } = await world.addUser(token, 'bob')
    const theirs = await world.signIn('bob', password)
    const [{ id }] = await list(theirs)
    expect(await list(token)).toHaveLength(1)
    expect((await revoke(token, id)).statusCode).toBe(404)
    expect(await status(theirs)).toBe(200)
  })
})
