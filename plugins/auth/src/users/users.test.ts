import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { address, type Door, openDoor, setCookies, traces, withCookie } from '../../test/door.ts'

let door: Door
let token: string
let password: string
let own: string
beforeEach(async () => {
  door = await openDoor()
  const settled = await door.settle()
  token = settled.token
  password = settled.password
  own = (await call('GET', '/api/auth/me')).json().data.user_id
  door.revoked.length = 0
})
afterEach(() => door.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, url: string, payload?: object, as = token) =>
  door.kernel.inject({ method, url, headers: withCookie(as), ...(payload && { payload }) })
const create = (payload: object) => call('POST', '/api/users', payload)
const update = (id: string, payload: object) => call('PUT', `/api/users/${id}`, payload)
const status = async (as: string) => (await call('GET', '/api/auth/me', undefined, as)).statusCode
const chosen = 'correct horse battery'
const plainLatin = 'must have Latin letters from A to Z only, with or without accents'
const count = (table: string, id: string) =>
  door.kernel.database.prepare(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck().get(id)
const addKey = (userId: string) =>
  door.kernel.database
    .prepare(
      "INSERT INTO auth_api_keys (id, user_id, name, key_prefix, key_hash, created_at) VALUES (?, ?, '', '', ?, 0)",
    )
    .run(`key of ${userId}`, userId, `hash of ${userId}`)
const addSecondFactor = (userId: string) => {
  const db = door.kernel.database
  db.prepare("INSERT INTO auth_second_factors VALUES (?, 'sealed', 0, 0)").run(userId)
  db.prepare("INSERT INTO auth_recovery_codes VALUES (?, 'hash', NULL)").run(userId)
}

describe('POST /api/users', () => {
  it('creates an account that can sign in', async () => {
    const answer = await create({ username: ' Ann ', password: chosen })
    expect([answer.statusCode, answer.json()]).toEqual([
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
    const { id } = answer.json().data
    const detail = JSON.stringify({ id, username: 'Ann', role: 'member' })
    expect(door.audits().at(-1)).toEqual(['admin', 'user.create', detail, '127.0.0.1'])
    expect((await door.login({ username: 'Ann', password: chosen })).json().data).toMatchObject({ role: 'member' })
  })

  it('can want the password changed first', async () => {
    await create({ username: 'Ann', password: chosen, role: 'admin', must_change_password: true })
    const theirs = await door.enter('Ann', chosen)
    expect((await call('GET', '/api/users', undefined, theirs)).json().error.code).toBe('MUST_CHANGE_PASSWORD')
  })

  it.each(['admin', 'ADMIN', 'adm\u0131n'])('refuses the taken name %s', async (username) => {
    const answer = await create({ username, password: chosen })
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'CONFLICT'])
  })

  it('gives a name to one of many that want it at the same moment', async () => {
    const spellings = ['ann', 'Ann', 'ANN', ' anN ']
    const answers = await Promise.all(spellings.map((username) => create({ username, password: chosen })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  })

  it.each([
    [{ password: chosen }, 'username', 'is required'],
    [{ username: 'ann' }, 'password', 'is required'],
    [{ username: '', password: chosen }, 'username', 'must have 1 to 64 characters'],
    [{ username: ' ', password: chosen }, 'username', 'must have 1 to 64 characters'],
    [{ username: 'x'.repeat(65), password: chosen }, 'username', 'must have 1 to 64 characters'],
    [{ username: 'a\nb', password: chosen }, 'username', 'must not contain control or invisible characters'],
    [{ username: 'a\u200bb', password: chosen }, 'username', 'must not contain control or invisible characters'],
    [{ username: '\u0430nn', password: chosen }, 'username', 'must not mix letters of different alphabets'],
    [{ username: '\u0251nn', password: chosen }, 'username', plainLatin],
    [{ username: 'System', password: chosen }, 'username', 'is reserved'],
    [{ username: 7, password: chosen }, 'username', 'must be a string'],
    [{ username: 'ann', password: 'short' }, 'password', 'must have at least 8 characters'],
    [{ username: 'ann', password: 'x'.repeat(1025) }, 'password', 'must have at most 1024 bytes'],
    [{ username: 'ann', password: ['longenough'] }, 'password', 'must be a string'],
    [{ username: 'ann', password: chosen, role: 'Admin' }, 'role', 'must be one of admin, member'],
    [{ username: 'ann', password: chosen, role: null }, 'role', 'must be one of admin, member'],
    [{ username: 'ann', password: chosen, must_change_password: 1 }, 'must_change_password', 'must be a boolean'],
    [[], 'body', 'must be an object'],
  ])('refuses %j', async (body, field, rule) => {
    const before = door.audits()
    const answer = await create(body)
    expect([answer.statusCode, answer.json().error.details]).toEqual([422, [{ field, rule }]])
    expect(door.audits()).toEqual(before)
  })
})

describe('GET /api/users', () => {
  it('lists oldest first, in pages', async () => {
    const names = ['zoe', 'ann', 'eve']
    for (const name of names) await door.addUser(token, name)
    const page = async (query: string) => (await call('GET', `/api/users${query}`)).json().data
    const all: { id: string; username: string }[] = await page('')
    expect(all.map(({ username }) => username)).toEqual(['admin', ...names])
    const first = await page('?limit=2')
    expect([...first, ...(await page(`?limit=2&after=${first[1].id}`))]).toEqual(all)
    expect(await page(`?after=${all.at(-1)?.id}`)).toEqual([])
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=x', 'limit'],
    ['after=nobody', 'after'],
    ['after=', 'after'],
    [`after=${'x'.repeat(65)}`, 'after'],
  ])('refuses ?%s', async (query, field) => {
    const answer = await call('GET', `/api/users?${query}`)
    expect([answer.statusCode, answer.json().error]).toEqual([
      400,
      { code: 'BAD_REQUEST', message: expect.any(String), details: [{ field, rule: expect.any(String) }] },
    ])
  })

  it('tells second factor and last use', async () => {
    const { id, password: theirs } = await door.addUser(token, 'ann')
    await door.enter('ann', theirs)
    await door.kernel.clock.advance(60_000)
    await door.enter('ann', theirs)
    const one = async () => (await call('GET', `/api/users/${id}`)).json().data
    expect(await one()).toMatchObject({ has_2fa: false, last_seen_at: '2026-01-31T12:01:00Z' })
    addSecondFactor(id)
    door.kernel.clock.set(door.kernel.clock.now() + 86_400_000)
    token = await door.enter('admin', password)
    expect(await one()).toMatchObject({ has_2fa: true, last_seen_at: null })
  })
})

describe('PUT /api/users/{id}', () => {
  it('sets a password and ends every session, but no key', async () => {
    const { id, password: old } = await door.addUser(token, 'ann')
    const theirs = await door.enter('ann', old)
    addKey(id)
    await door.kernel.clock.advance(60_000)
    const answer = await update(id, { password: chosen })
    expect(answer.json().data).toMatchObject({ must_change_password: false, updated_at: '2026-01-31T12:01:00Z' })
    expect([await status(theirs), count('auth_api_keys', id)]).toEqual([401, 1])
    expect(door.revoked).toEqual([{ userId: id }])
    expect(door.audits().at(-1)).toEqual([
      'admin',
      'user.update',
      JSON.stringify({ id, username: 'ann', role: 'member', password_reset: true }),
      '127.0.0.1',
    ])
    const changed = door.kernel.database.prepare('SELECT password_changed_at FROM auth_users WHERE id = ?')
    expect(changed.pluck().get(id)).toBe(Date.parse('2026-01-31T12:01:00Z') / 1000)
    expect((await door.login({ username: 'ann', password: old })).statusCode).toBe(401)
    expect((await door.login({ username: 'ann', password: chosen })).statusCode).toBe(200)
  })

  it.each([
    { password: chosen },
    { reset_2fa: true },
    { must_change_password: true },
    { role: 'member', password: chosen },
  ])('lets nobody get round the proof that the own account wants: %j', async (payload) => {
    await door.addUser(token, 'ann', 'admin')
    addSecondFactor(own)
    const before = door.audits()
    const answer = await update(own, payload)
    const message = 'Bad request: change your own password and two-factor authentication on the Security page'
    expect([answer.statusCode, answer.json().error]).toEqual([400, { code: 'BAD_REQUEST', message }])
    expect([door.audits(), door.revoked, count('auth_second_factors', own)]).toEqual([before, [], 1])
    expect((await call('GET', `/api/users/${own}`)).json().data).toMatchObject({ role: 'admin', has_2fa: true })
  })

  it('changes the role at once and closes what was opened with the old one', async () => {
    const { id, password: theirs } = await door.addUser(token, 'ann')
    const session = await door.enter('ann', theirs)
    expect((await call('GET', '/api/users', undefined, session)).statusCode).toBe(403)
    expect((await update(id, { role: 'admin' })).json().data.role).toBe('admin')
    expect((await call('GET', '/api/users', undefined, session)).statusCode).toBe(200)
    expect((await update(id, { role: 'member' })).json().data.role).toBe('member')
    expect((await call('GET', '/api/users', undefined, session)).statusCode).toBe(403)
    expect(door.revoked).toEqual([{ userId: id }, { userId: id }])
    const detail = JSON.stringify({ id, username: 'ann', from: 'admin', to: 'member' })
    expect(door.audits().at(-1)).toEqual(['admin', 'user.update', detail, '127.0.0.1'])
  })

  it('wants the password changed, and no longer', async () => {
    const { id, password: theirs } = await door.addUser(token, 'ann')
    const stolen = await door.enter('ann', theirs)
    await update(id, { must_change_password: true })
    // whoever sets the account up has signed in with the password
    expect([await status(stolen), door.revoked]).toEqual([401, [{ userId: id }]])
    const answer = await call('POST', '/api/auth/onboarding', { new_password: chosen }, stolen)
    expect(answer.statusCode).toBe(401)
    const session = await door.enter('ann', theirs)
    const sees = async () => (await call('GET', '/api/auth/sessions', undefined, session)).statusCode
    expect(await sees()).toBe(403)
    await update(id, { must_change_password: false })
    expect([await sees(), door.revoked.length]).toEqual([200, 1])
  })

  it('takes the second factor away', async () => {
    const { id, password: theirs } = await door.addUser(token, 'ann')
    const session = await door.enter('ann', theirs)
    addSecondFactor(id)
    expect((await update(id, { reset_2fa: true })).json().data.has_2fa).toBe(false)
    expect([await status(session), count('auth_recovery_codes', id)]).toEqual([401, 0])
    expect(door.revoked).toEqual([{ userId: id }])
    expect(JSON.stringify(door.audits().at(-1))).toContain('two_factor_reset')
    expect((await door.login({ username: 'ann', password: theirs })).statusCode).toBe(200)
  })

  it('changes and records nothing when everything is so already', async () => {
    const { id, password: theirs } = await door.addUser(token, 'ann')
    const session = await door.enter('ann', theirs)
    const before = [door.audits(), (await call('GET', `/api/users/${id}`)).json()]
    await door.kernel.clock.advance(30_000)
    const answer = await update(id, { role: 'member', must_change_password: false, reset_2fa: true })
    expect([door.audits(), answer.json()]).toEqual(before)
    expect([door.revoked, await status(session)]).toEqual([[], 200])
  })

  it.each([
    [{}, 'body', 'must have one of role, password, must_change_password, reset_2fa'],
    [{ username: 'eve', id: 'x' }, 'body', 'must have one of role, password, must_change_password, reset_2fa'],
    [{ role: 'owner' }, 'role', 'must be one of admin, member'],
    [{ role: null }, 'role', 'must be one of admin, member'],
    [{ password: '' }, 'password', 'must not be empty'],
    [{ password: 'short' }, 'password', 'must have at least 8 characters'],
    [{ password: null }, 'password', 'must be a string'],
    [{ must_change_password: 'yes' }, 'must_change_password', 'must be a boolean'],
    [{ reset_2fa: false }, 'reset_2fa', 'must be true'],
  ])('refuses %j', async (body, field, rule) => {
    const { id } = await door.addUser(token, 'ann')
    const before = door.audits()
    const answer = await update(id, body)
    expect([answer.statusCode, answer.json().error.details]).toEqual([422, [{ field, rule }]])
    expect(door.audits()).toEqual(before)
  })
})

describe('DELETE /api/users/{id}', () => {
  it('leaves nothing of the account', async () => {
    const { id, password: theirs } = await door.addUser(token, 'ann', 'admin')
    const session = await door.enter('ann', theirs)
    addKey(id)
    addSecondFactor(id)
    door.kernel.database
      .prepare(
        "INSERT INTO auth_oauth_accounts (id, user_id, provider, provider_user_id, created_at) VALUES ('o', ?, 'p', 's', 0)",
      )
      .run(id)
    const answer = await call('DELETE', `/api/users/${id}`)
    expect([answer.json(), setCookies(answer)]).toEqual([{ data: 'ok' }, []])
    for (const table of ['sessions', 'api_keys', 'oauth_accounts', 'second_factors', 'recovery_codes']) {
      expect([table, count(`auth_${table}`, id)]).toEqual([table, 0])
    }
    expect(await status(session)).toBe(401)
    expect((await call('GET', `/api/users/${id}`)).statusCode).toBe(404)
    expect((await door.login({ username: 'ann', password: theirs })).statusCode).toBe(401)
    expect(door.revoked).toEqual([{ userId: id }])
    const detail = JSON.stringify({ id, username: 'ann', role: 'admin' })
    expect(door.audits()).toContainEqual(['admin', 'user.delete', detail, '127.0.0.1'])
    await door.addUser(token, 'Ann')
  })

  it('takes the own account while another admin remains, and its cookie', async () => {
    const { password: theirs } = await door.addUser(token, 'ann', 'admin')
    const answer = await call('DELETE', `/api/users/${own}`)
    expect(setCookies(answer)).toEqual(['session_token=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure'])
    expect(await status(token)).toBe(401)
    expect(door.audits().at(-1)).toEqual(['admin', 'user.delete', expect.stringContaining(own), '127.0.0.1'])
    token = await door.enter('ann', theirs)
    expect((await call('GET', '/api/users')).json().data).toHaveLength(1)
  })

  it('lets in no sign-in that began before', async () => {
    const { id, password: theirs } = await door.addUser(token, 'ann')
    const [signedIn] = await Promise.all([
      door.login({ username: 'ann', password: theirs }),
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
      const answer = await call(method, `/api/users/${id}`, body)
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  it('is for admins', async () => {
    const { id, password: theirs } = await door.addUser(token, 'ann')
    token = await door.enter('ann', theirs, address)
    const answers = [
      await call('GET', '/api/users'),
      await call('GET', `/api/users/${id}`),
      await create({ username: 'eve', password: chosen, role: 'admin' }),
      await update(id, { role: 'admin' }),
      await call('DELETE', `/api/users/${own}`),
    ]
    for (const answer of answers) expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'FORBIDDEN'])
  })

  it('leaves no password in answers, log or files', async () => {
    const [first, second] = ['a password that is first', 'a password that is next']
    const made = await create({ username: 'ann', password: first })
    const reset = await update(made.json().data.id, { password: second })
    door.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = traces(door.kernel) + made.body + reset.body
    expect(everything).toContain('password_reset')
    for (const secret of [first, second]) expect(everything).not.toContain(secret)
    expect(made.body + reset.body).not.toContain('argon2')
  })
})
