import { afterEach, describe, expect, it } from 'vitest'
import { openWorld, type World, withCookie } from '../../test/world.ts'

let world: World
afterEach(() => world.close())

const call = (method: 'GET' | 'POST' | 'PUT', url: string, token: string, payload?: object) =>
  world.kernel.inject({ method, url, headers: withCookie(token), ...(payload && { payload }) })
const onboard = (token: string, payload: object) => call('POST', '/api/auth/onboarding', token, payload)
const change = (token: string, payload: object) => call('PUT', '/api/auth/password', token, payload)
const me = async (token: string) => (await call('GET', '/api/auth/me', token)).json()

const chosen = 'correct horse battery'

describe('an account that must change its password', () => {
  it('can only call the routes needed for that', async () => {
    world = await openWorld()
    const token = await world.signIn('admin', world.password)
    expect(await me(token)).toEqual({
      data: {
        user_id: expect.any(String),
        username: 'admin',
        role: 'admin',
        must_change_password: true,
        has_password: true,
      },
    })
    for (const url of ['/api/plugins', '/api/audit-logs', '/api/auth/sessions']) {
      const response = await call('GET', url, token)
      expect([response.statusCode, response.json().error.code]).toEqual([403, 'MUST_CHANGE_PASSWORD'])
    }
    const response = await change(token, { old_password: world.password, new_password: chosen })
    expect(response.json().error.code).toBe('MUST_CHANGE_PASSWORD')
  })

  it('is set up with a new password and optionally another name', async () => {
    world = await openWorld()
    const other = await world.signIn('admin', world.password)
    const token = await world.signIn('admin', world.password)
    const response = await onboard(token, { new_password: chosen, new_username: '  Ann ' })
    expect([response.statusCode, response.json()]).toEqual([200, { data: 'ok' }])
    expect(await me(token)).toMatchObject({ data: { username: 'Ann', must_change_password: false } })
    expect((await call('GET', '/api/plugins', token)).statusCode).toBe(200)
    expect((await me(other)).error.code).toBe('UNAUTHORIZED')
    expect(world.revoked).toEqual([{ userId: expect.any(String), except: expect.any(String) }])
    expect(world.audits().at(-1)).toEqual(['Ann', 'onboarding', '127.0.0.1'])
    expect((await world.login({ username: 'admin', password: world.password })).statusCode).toBe(401)
    expect((await world.login({ username: 'Ann', password: chosen })).statusCode).toBe(200)
    expect((await onboard(token, { new_password: 'another password' })).json().error.code).toBe('FORBIDDEN')
  })

  it.each([undefined, null, '', '   ', 'admin', ' admin'])('keeps the name with %j', async (name) => {
    world = await openWorld()
    const token = await world.signIn('admin', world.password)
    expect((await onboard(token, { new_password: chosen, new_username: name })).statusCode).toBe(200)
    expect(await me(token)).toMatchObject({ data: { username: 'admin' } })
  })

  it('can change the case of its name, but not use another name in any spelling', async () => {
    world = await openWorld()
    const onboarded = await world.onboard()
    await world.addUser(onboarded.token, 'Bob')
    world.kernel.database.exec("UPDATE auth_users SET must_change_password = 1 WHERE username = 'admin'")
    const { token, password } = onboarded
    for (const taken of ['Bob', 'bob', 'BOB', ' boB ']) {
      const response = await onboard(token, { new_password: chosen, new_username: taken })
      expect([response.statusCode, response.json().error.code]).toEqual([409, 'CONFLICT'])
    }
    // a rejected name changes nothing
    expect((await world.login({ username: 'admin', password })).statusCode).toBe(200)
    expect((await onboard(token, { new_password: chosen, new_username: 'Admin' })).statusCode).toBe(200)
  })

  it.each([
    [{}, 'new_password'],
    [{ new_password: '' }, 'new_password'],
    [{ new_password: 'short' }, 'new_password'],
    [{ new_password: 'x'.repeat(1025) }, 'new_password'],
    [{ new_password: 'with a \0 in it' }, 'new_password'],
    [{ new_password: [chosen] }, 'new_password'],
    [{ new_password: chosen, new_username: 'x'.repeat(65) }, 'new_username'],
    [{ new_password: chosen, new_username: 'ad\u0007min' }, 'new_username'],
    [{ new_password: chosen, new_username: '\u0430dmin' }, 'new_username'],
    [{ new_password: chosen, new_username: ['root'] }, 'new_username'],
  ])('rejects %j and audits nothing', async (payload, field) => {
    world = await openWorld()
    const token = await world.signIn('admin', world.password)
    const before = world.audits()
    const response = await onboard(token, payload)
    expect(response.statusCode).toBe(422)
    expect(response.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
    expect(world.audits()).toEqual(before)
  })

  it('cannot keep the printed password', async () => {
    world = await openWorld()
    const token = await world.signIn('admin', world.password)
    const response = await onboard(token, { new_password: world.password })
    expect(response.json().error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'new_password', rule: 'must differ from the current password' }],
    })
  })

  it('is set up once, also by concurrent requests', async () => {
    world = await openWorld()
    const token = await world.signIn('admin', world.password)
    const responses = await Promise.all(
      ['first password', 'second password'].map((p) => onboard(token, { new_password: p })),
    )
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 403])
  })
})

describe('PUT /api/auth/password', () => {
  it('sets the new one and revokes every other session', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    const other = await world.signIn('admin', password)
    world.revoked.length = 0
    expect((await change(token, { old_password: password, new_password: chosen })).json()).toEqual({ data: 'ok' })
    expect((await me(other)).error.code).toBe('UNAUTHORIZED')
    expect((await me(token)).data.username).toBe('admin')
    expect(world.revoked).toEqual([{ userId: expect.any(String), except: expect.any(String) }])
    expect(world.audits().at(-1)).toEqual(['admin', 'change_password', '127.0.0.1'])
    expect((await world.login({ username: 'admin', password })).statusCode).toBe(401)
    expect((await world.login({ username: 'admin', password: chosen })).statusCode).toBe(200)
  })

  it('requires the old one, with a limited number of attempts', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    for (let i = 0; i < 10; i += 1) {
      const response = await change(token, { old_password: 'wrong', new_password: chosen })
      expect([response.statusCode, response.json().error.code]).toEqual([400, 'BAD_REQUEST'])
    }
    const right = { old_password: password, new_password: chosen }
    expect((await change(token, right)).statusCode).toBe(429)
    await world.kernel.clock.advance(15 * 60_000)
    expect((await change(token, right)).statusCode).toBe(200)
  })

  it.each([
    [{ new_password: chosen }, 'old_password'],
    [{ old_password: '', new_password: chosen }, 'old_password'],
    [{ old_password: 'x' }, 'new_password'],
    [{ old_password: 'x', new_password: '1234567' }, 'new_password'],
    [{ old_password: 'x', new_password: { $ne: '' } }, 'new_password'],
  ])('rejects %j', async (payload, field) => {
    world = await openWorld()
    const { token } = await world.onboard()
    const response = await change(token, payload)
    expect(response.statusCode).toBe(422)
    expect(response.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
  })

  it('applies one of two concurrent changes', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    const passwords = ['first password', 'second password']
    const responses = await Promise.all(
      passwords.map((name) => change(token, { old_password: password, new_password: name })),
    )
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 400])
    const winner = passwords[responses.findIndex((response) => response.statusCode === 200)]
    expect((await world.login({ username: 'admin', password: winner as string })).statusCode).toBe(200)
  })

  it('leaves no session to a concurrent sign-in with the old one', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    const [signedIn] = await Promise.all([
      world.login({ username: 'admin', password }),
      change(token, { old_password: password, new_password: chosen }),
    ])
    const sessions = (await call('GET', '/api/auth/sessions', token)).json().data
    expect([200, 401]).toContain(signedIn.statusCode)
    expect(sessions).toHaveLength(1)
  })

  it('rejects a cross-origin request', async () => {
    world = await openWorld()
    const { token, password } = await world.onboard()
    const response = await world.kernel.inject({
      method: 'PUT',
      url: '/api/auth/password',
      headers: { ...withCookie(token), origin: 'https://evil.example' },
      payload: { old_password: password, new_password: chosen },
    })
    expect(response.json().error.code).toBe('ORIGIN_NOT_ALLOWED')
  })
})

describe('the role', () => {
  it('is read for every request', async () => {
    world = await openWorld()
    const { token } = await world.onboard()
    world.kernel.database.exec("UPDATE auth_users SET role = 'member'")
    expect(await me(token)).toMatchObject({ data: { role: 'member' } })
    expect((await call('GET', '/api/audit-logs', token)).json().error.code).toBe('FORBIDDEN')
  })
})
