import { readPages } from '@svc/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { address, openWorld, setCookies, storedText, type World, withCookie } from '../../test/world.ts'

let world: World
let token: string
let password: string
let own: string
beforeEach(async () => {
  world = await openWorld()
  const onboarded = await world.onboard()
  token = onboarded.token
  password = onboarded.password
  own = (await call('GET', '/api/auth/me')).json().data.user_id
  world.revoked.length = 0
})
afterEach(() => world.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, url: string, payload?: object, as = token) =>
  world.kernel.inject({ method, url, headers: withCookie(as), ...(payload && { payload }) })
const create = (payload: object) => call('POST', '/api/users', payload)
const update = (id: string, payload: object) => call('PUT', `/api/users/${id}`, payload)
const status = async (as: string) => (await call('GET', '/api/auth/me', undefined, as)).statusCode
const chosen = 'correct horse battery'
const plainLatin = 'must have Latin letters from A to Z only, with or without accents'
const count = (table: string, id: string) =>
  world.kernel.database.prepare(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck().get(id)
const addKey = (userId: string) =>
  world.kernel.database
    .prepare(
      "INSERT INTO auth_api_keys (id, user_id, name, key_prefix, key_hash, created_at) VALUES (?, ?, '', '', ?, 0)",
    )
    .run(`key of ${userId}`, userId, `hash of ${userId}`)
const addSecondFactor = (userId: string) => {
  const db = world.kernel.database
  db.prepare("INSERT INTO auth_second_factors VALUES (?, 'sealed', 0, 0)").run(userId)
  db.prepare("INSERT INTO auth_recovery_codes VALUES (?, 'hash', NULL)").run(userId)
}

/** Rules of the schemas are texts by code. */
const textOf: Readonly<Record<string, object>> = {
  'is required': { code: 'kernel.REQUIRED' },
  'must be a string': { code: 'kernel.MUST_BE_STRING' },
  'must be a boolean': { code: 'kernel.MUST_BE_BOOLEAN' },
  'must be an integer': { code: 'kernel.MUST_BE_INTEGER' },
  'must be an object': { code: 'kernel.MUST_BE_OBJECT' },
  'must be true': { code: 'kernel.MUST_BE', params: { value: 'true' } },
  'must be one of admin, member': { code: 'kernel.ONE_OF', params: { values: ['admin', 'member'] } },
  'must be at least 1': { code: 'kernel.MINIMUM', params: { limit: 1 } },
  'must be at most 500': { code: 'kernel.MAXIMUM', params: { limit: 500 } },
  'must have at most 64 characters': { code: 'kernel.MAX_LENGTH', params: { count: 64 } },
  'must have at least 8 characters': { code: 'kernel.MIN_LENGTH', params: { count: 8 } },
  'must not be empty': { code: 'kernel.NOT_EMPTY' },
  'must not contain control or invisible characters': { code: 'kernel.CONTROL_CHARACTERS' },
  'must have at most 1024 characters': { code: 'kernel.MAX_LENGTH', params: { count: 1024 } },
  'must have at most 1024 bytes': { code: 'auth.TOO_MANY_BYTES', params: { max: 1024 } },
  'must not mix letters of different alphabets': { code: 'auth.MIXED_ALPHABETS' },
  'must have Latin letters from A to Z only, with or without accents': { code: 'auth.UNUSUAL_LETTERS' },
  'is reserved': { code: 'auth.RESERVED_NAME' },
  'must be the id of an account': { code: 'auth.NOT_AN_ACCOUNT' },
  'must have one of role, password, must_change_password, revoke_api_keys, reset_2fa': {
    code: 'auth.NOTHING_TO_CHANGE',
    params: { fields: ['role', 'password', 'must_change_password', 'revoke_api_keys', 'reset_2fa'] },
  },
}

describe('POST /api/users', () => {
  it('creates an account that can sign in', async () => {
    const response = await create({ username: ' Ann ', password: chosen })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          username: 'Ann',
          role: 'member',
          has_2fa: false,
          has_password: true,
          must_change_password: false,
          last_seen_at: null,
          created_at: '2026-01-31T12:00:00Z',
          updated_at: '2026-01-31T12:00:00Z',
        },
      },
    ])
    const { id } = response.json().data
    const detail = JSON.stringify({ id, username: 'Ann', role: 'member' })
    expect(world.audits().at(-1)).toEqual(['admin', 'user.create', detail, '127.0.0.1'])
    expect((await world.login({ username: 'Ann', password: chosen })).json().data).toMatchObject({ role: 'member' })
  })

  it('can require a password change', async () => {
    await create({ username: 'Ann', password: chosen, role: 'admin', must_change_password: true })
    const theirs = await world.signIn('Ann', chosen)
    expect((await call('GET', '/api/users', undefined, theirs)).json().error.code).toBe('MUST_CHANGE_PASSWORD')
  })

  it.each(['admin', 'ADMIN', 'adm\u0131n'])('rejects the taken name %s', async (username) => {
    const response = await create({ username, password: chosen })
    expect([response.statusCode, response.json().error.code]).toEqual([409, 'CONFLICT'])
  })

  it('creates one of several concurrent users with the same name', async () => {
    const spellings = ['ann', 'Ann', 'ANN', ' anN ']
    const responses = await Promise.all(spellings.map((username) => create({ username, password: chosen })))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  })

  it.each([
    [{ password: chosen }, 'username', 'is required'],
    [{ username: 'ann' }, 'password', 'is required'],
    [{ username: '', password: chosen }, 'username', 'must not be empty'],
    [{ username: ' ', password: chosen }, 'username', 'must not be empty'],
    [{ username: 'x'.repeat(65), password: chosen }, 'username', 'must have at most 64 characters'],
    [{ username: 'a\nb', password: chosen }, 'username', 'must not contain control or invisible characters'],
    [{ username: 'a\u200bb', password: chosen }, 'username', 'must not contain control or invisible characters'],
    [{ username: '\u0430nn', password: chosen }, 'username', 'must not mix letters of different alphabets'],
    [{ username: '\u0251nn', password: chosen }, 'username', plainLatin],
    [{ username: 'System', password: chosen }, 'username', 'is reserved'],
    [{ username: 7, password: chosen }, 'username', 'must be a string'],
    [{ username: 'ann', password: 'short' }, 'password', 'must have at least 8 characters'],
    [{ username: 'ann', password: 'x'.repeat(1025) }, 'password', 'must have at most 1024 characters'],
    [{ username: 'ann', password: 'é'.repeat(513) }, 'password', 'must have at most 1024 bytes'],
    [{ username: 'ann', password: ['longenough'] }, 'password', 'must be a string'],
    [{ username: 'ann', password: chosen, role: 'Admin' }, 'role', 'must be one of admin, member'],
    [{ username: 'ann', password: chosen, role: null }, 'role', 'must be one of admin, member'],
    [{ username: 'ann', password: chosen, must_change_password: 1 }, 'must_change_password', 'must be a boolean'],
    [[], 'body', 'must be an object'],
  ])('rejects %j', async (body, field, rule) => {
    const before = world.audits()
    const response = await create(body)
    expect([response.statusCode, response.json().error.details]).toEqual([422, [{ field, rule, ...textOf[rule] }]])
    expect(world.audits()).toEqual(before)
  })
})

describe('GET /api/users', () => {
  it('lists oldest first, paginated', async () => {
    const names = ['zoe', 'ann', 'eve']
    for (const name of names) await world.addUser(token, name)
    const page = async (query: string) => (await call('GET', `/api/users${query}`)).json().data
    const all: { id: string; username: string }[] = await page('')
    expect(all.map(({ username }) => username)).toEqual(['admin', ...names])
    const first = await page('?limit=2')
    expect([...first, ...(await page(`?limit=2&after=${first[1].id}`))]).toEqual(all)
    expect(await page(`?after=${all.at(-1)?.id}`)).toEqual([])
    const pages = await readPages<object[]>((url) => call('GET', url), '/api/users?limit=2')
    expect([pages.length, pages.flat()]).toEqual([2, all])
  })

  it.each([
    ['limit=0', 'limit', 'must be at least 1'],
    ['limit=501', 'limit', 'must be at most 500'],
    ['limit=x', 'limit', 'must be an integer'],
    ['after=nobody', 'after', 'must be the id of an account'],
    ['after=', 'after', 'must be the id of an account'],
    [`after=${'x'.repeat(65)}`, 'after', 'must have at most 64 characters'],
  ])('rejects ?%s', async (query, field, rule) => {
    const response = await call('GET', `/api/users?${query}`)
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      {
        code: 'BAD_REQUEST',
        message: expect.any(String),
        details: [{ field, rule, ...textOf[rule] }],
      },
    ])
  })

  it('includes second factor and last use', async () => {
    const { id, password: theirs } = await world.addUser(token, 'ann')
    await world.signIn('ann', theirs)
    await world.kernel.clock.advance(60_000)
    await world.signIn('ann', theirs)
    const one = async () => (await call('GET', `/api/users/${id}`)).json().data
    expect(await one()).toMatchObject({ has_2fa: false, last_seen_at: '2026-01-31T12:01:00Z' })
    addSecondFactor(id)
    world.kernel.clock.set(world.kernel.clock.now() + 86_400_000)
    token = await world.signIn('admin', password)
    expect(await one()).toMatchObject({ has_2fa: true, last_seen_at: null })
  })
})

describe('PUT /api/users/{id}', () => {
  it('sets a password and revokes every session, and no key if they are kept', async () => {
    const { id, password: old } = await world.addUser(token, 'ann')
    const theirs = await world.signIn('ann', old)
    addKey(id)
    await world.kernel.clock.advance(60_000)
    const response = await update(id, { password: chosen, revoke_api_keys: false })
    expect(response.json().data).toMatchObject({ must_change_password: false, updated_at: '2026-01-31T12:01:00Z' })
    expect([await status(theirs), count('auth_api_keys', id)]).toEqual([401, 1])
    expect(world.revoked).toEqual([{ userId: id }])
    expect(world.audits().at(-1)).toEqual([
      'admin',
      'user.update',
      JSON.stringify({ id, username: 'ann', role: 'member', password_reset: true }),
      '127.0.0.1',
    ])
    const changed = world.kernel.database.prepare('SELECT password_changed_at FROM auth_users WHERE id = ?')
    expect(changed.pluck().get(id)).toBe(Date.parse('2026-01-31T12:01:00Z') / 1000)
    expect((await world.login({ username: 'ann', password: old })).statusCode).toBe(401)
    expect((await world.login({ username: 'ann', password: chosen })).statusCode).toBe(200)
  })

  it.each([
    { password: chosen },
    { reset_2fa: true },
    { must_change_password: true },
    { role: 'member', password: chosen },
  ])('does not bypass the proof required for the own account: %j', async (payload) => {
    await world.addUser(token, 'ann', 'admin')
    addSecondFactor(own)
    const before = world.audits()
    const response = await update(own, payload)
    const message = 'Bad request: change your own password and two-factor authentication on the Security page'
    const details = { code: 'auth.OWN_CREDENTIALS' }
    expect([response.statusCode, response.json().error]).toEqual([400, { code: 'BAD_REQUEST', message, details }])
    expect([world.audits(), world.revoked, count('auth_second_factors', own)]).toEqual([before, [], 1])
    expect((await call('GET', `/api/users/${own}`)).json().data).toMatchObject({ role: 'admin', has_2fa: true })
  })

  it('changes the role immediately and closes existing sockets', async () => {
    const { id, password: theirs } = await world.addUser(token, 'ann')
    const session = await world.signIn('ann', theirs)
    expect((await call('GET', '/api/users', undefined, session)).statusCode).toBe(403)
    expect((await update(id, { role: 'admin' })).json().data.role).toBe('admin')
    expect((await call('GET', '/api/users', undefined, session)).statusCode).toBe(200)
    expect((await update(id, { role: 'member' })).json().data.role).toBe('member')
    expect((await call('GET', '/api/users', undefined, session)).statusCode).toBe(403)
    expect(world.revoked).toEqual([{ userId: id }, { userId: id }])
    const detail = JSON.stringify({ id, username: 'ann', from: 'admin', to: 'member' })
    expect(world.audits().at(-1)).toEqual(['admin', 'user.update', detail, '127.0.0.1'])
  })

  it('sets and clears the required password change', async () => {
    const { id, password: theirs } = await world.addUser(token, 'ann')
    const stolen = await world.signIn('ann', theirs)
    await update(id, { must_change_password: true })
    // the caller has just signed in with the password
    expect([await status(stolen), world.revoked]).toEqual([401, [{ userId: id }]])
    const response = await call('POST', '/api/auth/onboarding', { new_password: chosen }, stolen)
    expect(response.statusCode).toBe(401)
    const session = await world.signIn('ann', theirs)
    const sees = async () => (await call('GET', '/api/auth/sessions', undefined, session)).statusCode
    expect(await sees()).toBe(403)
    await update(id, { must_change_password: false })
    expect([await sees(), world.revoked.length]).toEqual([200, 1])
  })

  it('resets the second factor', async () => {
    const { id, password: theirs } = await world.addUser(token, 'ann')
    const session = await world.signIn('ann', theirs)
    addSecondFactor(id)
    expect((await update(id, { reset_2fa: true })).json().data.has_2fa).toBe(false)
    expect([await status(session), count('auth_recovery_codes', id)]).toEqual([401, 0])
    expect(world.revoked).toEqual([{ userId: id }])
    expect(JSON.stringify(world.audits().at(-1))).toContain('two_factor_reset')
    expect((await world.login({ username: 'ann', password: theirs })).statusCode).toBe(200)
  })

  it('does nothing if nothing differs', async () => {
    const { id, password: theirs } = await world.addUser(token, 'ann')
    const session = await world.signIn('ann', theirs)
    const before = [world.audits(), (await call('GET', `/api/users/${id}`)).json()]
    await world.kernel.clock.advance(30_000)
    const response = await update(id, { role: 'member', must_change_password: false, reset_2fa: true })
    expect([world.audits(), response.json()]).toEqual(before)
    expect([world.revoked, await status(session)]).toEqual([[], 200])
  })

  it.each([
    [{}, 'body', 'must have one of role, password, must_change_password, revoke_api_keys, reset_2fa'],
    [
      { username: 'eve', id: 'x' },
      'body',
      'must have one of role, password, must_change_password, revoke_api_keys, reset_2fa',
    ],
    [{ role: 'owner' }, 'role', 'must be one of admin, member'],
    [{ role: null }, 'role', 'must be one of admin, member'],
    [{ password: '' }, 'password', 'must have at least 8 characters'],
    [{ password: 'short' }, 'password', 'must have at least 8 characters'],
    [{ password: null }, 'password', 'must be a string'],
    [{ must_change_password: 'yes' }, 'must_change_password', 'must be a boolean'],
    [{ reset_2fa: false }, 'reset_2fa', 'must be true'],
  ])('rejects %j', async (body, field, rule) => {
    const { id } = await world.addUser(token, 'ann')
    const before = world.audits()
    const response = await update(id, body)
    expect([response.statusCode, response.json().error.details]).toEqual([422, [{ field, rule, ...textOf[rule] }]])
    expect(world.audits()).toEqual(before)
  })
})

describe('DELETE /api/users/{id}', () => {
  it('deletes all data of the account', async () => {
    const { id, password: theirs } = await world.addUser(token, 'ann', 'admin')
    const session = await world.signIn('ann', theirs)
    addKey(id)
    addSecondFactor(id)
    world.kernel.database
      .prepare(
        "INSERT INTO auth_oauth_accounts (id, user_id, provider, provider_user_id, created_at) VALUES ('o', ?, 'p', 's', 0)",
      )
      .run(id)
    const response = await call('DELETE', `/api/users/${id}`)
    expect([response.json(), setCookies(response)]).toEqual([{ data: 'ok' }, []])
    for (const table of ['sessions', 'api_keys', 'oauth_accounts', 'second_factors', 'recovery_codes']) {
      expect([table, count(`auth_${table}`, id)]).toEqual([table, 0])
    }
    expect(await status(session)).toBe(401)
    expect((await call('GET', `/api/users/${id}`)).statusCode).toBe(404)
    expect((await world.login({ username: 'ann', password: theirs })).statusCode).toBe(401)
    expect(world.revoked).toEqual([{ userId: id }])
    const detail = JSON.stringify({ id, username: 'ann', role: 'admin' })
    expect(world.audits()).toContainEqual(['admin', 'user.delete', detail, '127.0.0.1'])
    await world.addUser(token, 'Ann')
  })

  it('deletes the own account while another admin remains, and clears its cookie', async () => {
    const { password: theirs } = await world.addUser(token, 'ann', 'admin')
    const response = await call('DELETE', `/api/users/${own}`)
    expect(setCookies(response)).toEqual(['session_token=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure'])
    expect(await status(token)).toBe(401)
    expect(world.audits().at(-1)).toEqual(['admin', 'user.delete', expect.stringContaining(own), '127.0.0.1'])
    token = await world.signIn('ann', theirs)
    expect((await call('GET', '/api/users')).json().data).toHaveLength(1)
  })

  it('rejects a sign-in that began before', async () => {
    const { id, password: theirs } = await world.addUser(token, 'ann')
    const [signedIn] = await Promise.all([
      world.login({ username: 'ann', password: theirs }),
      call('DELETE', `/api/users/${id}`),
    ])
    expect([signedIn.statusCode, count('auth_sessions', id)]).toEqual([401, 0])
  })
})

describe('/api/users', () => {
  it.each([
    ['GET', undefined],
    ['PUT', { role: 'admin' }],
    ['PUT', { password: chosen }],
    ['DELETE', undefined],
  ] as const)('knows no other account: %s %j', async (method, body) => {
    for (const id of ['nobody', crypto.randomUUID(), '%00', "'--"]) {
      const response = await call(method, `/api/users/${id}`, body)
      expect([response.statusCode, response.json().error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  it('requires an admin', async () => {
    const { id, password: theirs } = await world.addUser(token, 'ann')
    token = await world.signIn('ann', theirs, address)
    const responses = [
      await call('GET', '/api/users'),
      await call('GET', `/api/users/${id}`),
      await create({ username: 'eve', password: chosen, role: 'admin' }),
      await update(id, { role: 'admin' }),
      await call('DELETE', `/api/users/${own}`),
    ]
    for (const response of responses)
      expect([response.statusCode, response.json().error.code]).toEqual([403, 'FORBIDDEN'])
  })

  it('leaves no password in responses, log or files', async () => {
    const [first, second] = ['a password that is first', 'a password that is next']
    const made = await create({ username: 'ann', password: first })
    const reset = await update(made.json().data.id, { password: second })
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = storedText(world.kernel) + made.body + reset.body
    expect(everything).toContain('password_reset')
    for (const secret of [first, second]) expect(everything).not.toContain(secret)
    expect(made.body + reset.body).not.toContain('argon2')
  })
})
