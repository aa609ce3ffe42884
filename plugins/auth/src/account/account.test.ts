import { afterEach, describe, expect, it } from 'vitest'
import { type Door, openDoor, withCookie } from '../../test/door.ts'

let door: Door
afterEach(() => door.close())

const call = (method: 'GET' | 'POST' | 'PUT', url: string, token: string, payload?: object) =>
  door.kernel.inject({ method, url, headers: withCookie(token), ...(payload && { payload }) })
const onboard = (token: string, payload: object) => call('POST', '/api/auth/onboarding', token, payload)
const change = (token: string, payload: object) => call('PUT', '/api/auth/password', token, payload)
const me = async (token: string) => (await call('GET', '/api/auth/me', token)).json()

const chosen = 'correct horse battery'

describe('an account that must change its password', () => {
  it('reaches only what it needs for that', async () => {
    door = await openDoor()
    const token = await door.enter('admin', door.password)
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
      const answer = await call('GET', url, token)
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'MUST_CHANGE_PASSWORD'])
    }
    const answer = await change(token, { old_password: door.password, new_password: chosen })
    expect(answer.json().error.code).toBe('MUST_CHANGE_PASSWORD')
  })

  it('is set up with a new password and, if wanted, another name', async () => {
    door = await openDoor()
    const other = await door.enter('admin', door.password)
    const token = await door.enter('admin', door.password)
    const answer = await onboard(token, { new_password: chosen, new_username: '  Ann ' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: 'ok' }])
    expect(await me(token)).toMatchObject({ data: { username: 'Ann', must_change_password: false } })
    expect((await call('GET', '/api/plugins', token)).statusCode).toBe(200)
    expect((await me(other)).error.code).toBe('UNAUTHORIZED')
    expect(door.revoked).toEqual([{ userId: expect.any(String), except: expect.any(String) }])
    expect(door.audits().at(-1)).toEqual(['Ann', 'onboarding', '127.0.0.1'])
    expect((await door.login({ username: 'admin', password: door.password })).statusCode).toBe(401)
    expect((await door.login({ username: 'Ann', password: chosen })).statusCode).toBe(200)
    expect((await onboard(token, { new_password: 'another password' })).json().error.code).toBe('FORBIDDEN')
  })

  it.each([undefined, null, '', '   ', 'admin', ' admin'])('keeps the name with %j', async (wish) => {
    door = await openDoor()
    const token = await door.enter('admin', door.password)
    expect((await onboard(token, { new_password: chosen, new_username: wish })).statusCode).toBe(200)
    expect(await me(token)).toMatchObject({ data: { username: 'admin' } })
  })

  it('may change the case of the own name, but not take another one in any spelling', async () => {
    door = await openDoor()
    const settled = await door.settle()
    await door.addUser(settled.token, 'Bob')
    door.kernel.database.exec("UPDATE auth_users SET must_change_password = 1 WHERE username = 'admin'")
    const { token, password } = settled
    for (const taken of ['Bob', 'bob', 'BOB', ' boB ']) {
      const answer = await onboard(token, { new_password: chosen, new_username: taken })
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'CONFLICT'])
    }
    // a refused name changes nothing at all
    expect((await door.login({ username: 'admin', password })).statusCode).toBe(200)
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
  ])('refuses %j and records nothing', async (payload, field) => {
    door = await openDoor()
    const token = await door.enter('admin', door.password)
    const before = door.audits()
    const answer = await onboard(token, payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
    expect(door.audits()).toEqual(before)
  })

  it('may not keep the printed password', async () => {
    door = await openDoor()
    const token = await door.enter('admin', door.password)
    const answer = await onboard(token, { new_password: door.password })
    expect(answer.json().error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'new_password', rule: 'must differ from the current password' }],
    })
  })

  it('is set up once, even by two requests at the same moment', async () => {
    door = await openDoor()
    const token = await door.enter('admin', door.password)
    const answers = await Promise.all(
      ['first password', 'second password'].map((p) => onboard(token, { new_password: p })),
    )
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 403])
  })
})

describe('PUT /api/auth/password', () => {
  it('sets the new one and ends every other session', async () => {
    door = await openDoor()
    const { token, password } = await door.settle()
    const other = await door.enter('admin', password)
    door.revoked.length = 0
    expect((await change(token, { old_password: password, new_password: chosen })).json()).toEqual({ data: 'ok' })
    expect((await me(other)).error.code).toBe('UNAUTHORIZED')
    expect((await me(token)).data.username).toBe('admin')
    expect(door.revoked).toEqual([{ userId: expect.any(String), except: expect.any(String) }])
    expect(door.audits().at(-1)).toEqual(['admin', 'change_password', '127.0.0.1'])
    expect((await door.login({ username: 'admin', password })).statusCode).toBe(401)
    expect((await door.login({ username: 'admin', password: chosen })).statusCode).toBe(200)
  })

  it('needs the old one, and a limited number of guesses at it', async () => {
    door = await openDoor()
    const { token, password } = await door.settle()
    for (let i = 0; i < 10; i += 1) {
      const answer = await change(token, { old_password: 'wrong', new_password: chosen })
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'BAD_REQUEST'])
    }
    const right = { old_password: password, new_password: chosen }
    expect((await change(token, right)).statusCode).toBe(429)
    await door.kernel.clock.advance(15 * 60_000)
    expect((await change(token, right)).statusCode).toBe(200)
  })

  it.each([
    [{ new_password: chosen }, 'old_password'],
    [{ old_password: '', new_password: chosen }, 'old_password'],
    [{ old_password: 'x' }, 'new_password'],
    [{ old_password: 'x', new_password: '1234567' }, 'new_password'],
    [{ old_password: 'x', new_password: { $ne: '' } }, 'new_password'],
  ])('refuses %j', async (payload, field) => {
    door = await openDoor()
    const { token } = await door.settle()
    const answer = await change(token, payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
  })

  it('lets one of two changes at the same moment win', async () => {
    door = await openDoor()
    const { token, password } = await door.settle()
    const wishes = ['first password', 'second password']
    const answers = await Promise.all(
      wishes.map((wish) => change(token, { old_password: password, new_password: wish })),
    )
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400])
    const winner = wishes[answers.findIndex((answer) => answer.statusCode === 200)]
    expect((await door.login({ username: 'admin', password: winner as string })).statusCode).toBe(200)
  })

  it('leaves no session to a sign-in with the old one at the same moment', async () => {
    door = await openDoor()
    const { token, password } = await door.settle()
    const [signedIn] = await Promise.all([
      door.login({ username: 'admin', password }),
      change(token, { old_password: password, new_password: chosen }),
    ])
    const sessions = (await call('GET', '/api/auth/sessions', token)).json().data
    expect([200, 401]).toContain(signedIn.statusCode)
    expect(sessions).toHaveLength(1)
  })

  it('refuses a request that a page of another origin makes', async () => {
    door = await openDoor()
    const { token, password } = await door.settle()
    const answer = await door.kernel.inject({
      method: 'PUT',
      url: '/api/auth/password',
      headers: { ...withCookie(token), origin: 'https://evil.example' },
      payload: { old_password: password, new_password: chosen },
    })
    expect(answer.json().error.code).toBe('ORIGIN_NOT_ALLOWED')
  })
})

describe('the role', () => {
  it('is read for every request', async () => {
    door = await openDoor()
    const { token } = await door.settle()
    door.kernel.database.exec("UPDATE auth_users SET role = 'member'")
    expect(await me(token)).toMatchObject({ data: { role: 'member' } })
    expect((await call('GET', '/api/audit-logs', token)).json().error.code).toBe('FORBIDDEN')
  })
})
