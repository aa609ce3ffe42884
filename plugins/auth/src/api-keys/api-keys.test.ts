import { describe, expect, it } from 'vitest'
import { start, traces, withCookie } from '../../test/door.ts'
import { holdOpen, probe } from '../../test/on-the-host.ts'
import { caller } from '../../test/second-device.ts'
import { call, door, password, token, withAnn } from '../../test/with-ann.ts'

withAnn({ plugins: [probe] })

const day = 86_400_000
const withKey = (key: string) => ({ 'x-api-key': key })
const create = (payload: object) => call('POST', 'api-keys', payload)
const make = async (payload: object = { name: 'script' }) => (await create(payload)).json().data
const list = async () => (await call('GET', 'api-keys')).json().data
const me = (headers: Record<string, string>) => caller(door, headers)('GET', 'me')
const statusOf = async (key: string) => (await me(withKey(key))).statusCode
const codeOf = (answer: Awaited<ReturnType<typeof call>>) => [answer.statusCode, answer.json().error.code]

describe('POST /api/auth/api-keys', () => {
  it('tells the whole key once', async () => {
    const answer = await create({ name: '  nightly script ' })
    expect(answer.statusCode).toBe(200)
    const { key, ...rest } = answer.json().data
    expect(key).toMatch(/^svc_[\w-]{43}$/)
    expect(rest).toEqual({
      id: expect.any(String),
      name: 'nightly script',
      key_prefix: key.slice(4, 12),
      created_at: '2026-01-31T12:00:00Z',
      expires_at: null,
      last_used_at: null,
    })
    expect(await list()).toEqual([{ ...rest, key: null }])
    const [actor, action, detail] = door.audits().at(-1) as string[]
    expect([actor, action]).toEqual(['ann', 'api_key.create'])
    expect(JSON.parse(detail ?? '')).toEqual({ id: rest.id, name: 'nightly script', key_prefix: rest.key_prefix })
  })

  it.each([
    [{ expires_in_days: 1 }, '2026-02-01T12:00:00Z'],
    [{ expires_in_days: 3650 }, '2036-01-29T12:00:00Z'],
    [{ expires_in_days: null }, null],
  ])('takes %j', async (wish, end) => expect(await make({ name: 'x', ...wish })).toMatchObject({ expires_at: end }))

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: ['x'] }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'a\u200bb' }, 'name'],
    [{ name: '\u202etxt' }, 'name'],
    [{ name: '\ud800' }, 'name'],
    [{ name: 'x', expires_in_days: 0 }, 'expires_in_days'],
    [{ name: 'x', expires_in_days: -1 }, 'expires_in_days'],
    [{ name: 'x', expires_in_days: 3651 }, 'expires_in_days'],
    [{ name: 'x', expires_in_days: 1.5 }, 'expires_in_days'],
    [{ name: 'x', expires_in_days: '7' }, 'expires_in_days'],
  ])('refuses %j', async (payload, field) => {
    const answer = await create(payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
    expect(await list()).toEqual([])
    expect(door.audits().at(-1)).toEqual(['ann', 'onboarding', '127.0.0.1'])
  })

  it('takes names that look alike, and names of 64 signs', async () => {
    for (const name of ['same', 'same', '😀'.repeat(64)]) expect((await create({ name })).statusCode).toBe(200)
  })

  it('makes at most a hundred for one account', async () => {
    const { user_id: id } = (await call('GET', 'me')).json().data
    const insert = door.kernel.database.prepare(
      "INSERT INTO auth_api_keys VALUES (@key, @id, 'x', 'x', @key, 0, NULL, NULL)",
    )
    for (let n = 1; n < 100; n += 1) insert.run({ key: `k${n}`, id })
    const answers = await Promise.all([create({ name: 'last' }), create({ name: 'too many' })])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400])
    expect(answers[1]?.json().error.message).toContain('at most 100 API keys')
    expect((await call('DELETE', 'api-keys/k1')).statusCode).toBe(200)
    expect((await create({ name: 'again' })).statusCode).toBe(200)
  })

  it('is for admins', async () => {
    const bob = await door.addUser(token, 'bob')
    const his = caller(door, withCookie(await door.enter('bob', bob.password)))
    expect(codeOf(await his('POST', 'api-keys', { name: 'x' }))).toEqual([403, 'FORBIDDEN'])
    expect((await his('GET', 'api-keys')).json()).toEqual({ data: [] })
    for (const method of ['GET', 'POST'] as const) {
      expect(codeOf(await caller(door, {})(method, 'api-keys', method === 'GET' ? undefined : { name: 'x' }))).toEqual([
        401,
        'UNAUTHORIZED',
      ])
    }
  })
})

describe('an API key', () => {
  it('acts as its owner, between cookie and bearer', async () => {
    const { key } = await make()
    const bob = await door.addUser(token, 'bob')
    const his = await door.enter('bob', bob.password)
    const nameOf = async (headers: Record<string, string>) => (await me(headers)).json().data?.username
    expect(await nameOf(withKey(key))).toBe('ann')
    expect(await nameOf({ ...withKey(key), ...withCookie(his) })).toBe('bob')
    expect(await nameOf({ ...withKey(key), authorization: `Bearer ${his}` })).toBe('ann')
    expect(await nameOf({ ...withKey('svc_nonsense'), authorization: `Bearer ${his}` })).toBe('bob')
    expect(await nameOf({ ...withKey(key), ...withCookie('stale') })).toBe('ann')
  })

  it('needs no origin, for it is no cookie', async () => {
    const { key, id } = await make()
    const headers = { ...withKey(key), origin: 'https://elsewhere.example' }
    expect((await caller(door, headers)('DELETE', `api-keys/${id}`)).statusCode).toBe(200)
  })

  it('makes nothing that would outlive it, and takes no account over', async () => {
    const { key } = await make()
    const call = caller(door, withKey(key))
    for (const act of ['api-keys', '2fa/setup', '2fa/enable', '2fa/disable', '2fa/recovery-codes', 'onboarding']) {
      const body = { name: 'by key', code: '123456', password: 'a password', new_password: 'another password' }
      const refused = await call('POST', act, body)
      expect([act, refused.statusCode, refused.json().error.code]).toEqual([act, 403, 'FORBIDDEN'])
    }
  })

  it('is nothing but the exact text in its own header', async () => {
    const { key, id, key_prefix: prefix } = await make()
    const changed = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
    for (const wrong of ['', 'svc_', `svc_${prefix}`, id, changed, key.slice(4), `${key}x`, ` ${key} x`]) {
      expect(await statusOf(wrong)).toBe(401)
    }
    expect(await statusOf(key.toUpperCase())).toBe(401)
    expect(await statusOf(`svc_${'x'.repeat(8000)}`)).toBe(401)
    expect((await me({ authorization: `Bearer ${key}` })).statusCode).toBe(401)
    expect((await me(withCookie(key))).statusCode).toBe(401)
    expect((await door.kernel.inject(`/api/auth/me?api_key=${key}`)).statusCode).toBe(401)
    expect(await statusOf(key)).toBe(200)
  })

  it('has the role its owner has now', async () => {
    const { id, password: secret } = await door.addUser(token, 'bob', 'admin')
    const his = caller(door, withCookie(await door.enter('bob', secret)))
    const { key } = (await his('POST', 'api-keys', { name: 'x' })).json().data
    const audits = async () => (await door.kernel.inject({ url: '/api/audit-logs', headers: withKey(key) })).statusCode
    const update = (payload: object) =>
      door.kernel.inject({ method: 'PUT', url: `/api/users/${id}`, headers: withCookie(token), payload })
    expect(await audits()).toBe(200)
    const held = await holdOpen(door, withKey(key))
    expect((await update({ role: 'member' })).statusCode).toBe(200)
    expect(await held.closed).toBe(4001)
    expect([await audits(), await statusOf(key)]).toEqual([403, 200])
    expect(codeOf(await caller(door, withKey(key))('POST', 'api-keys', { name: 'more' }))).toEqual([403, 'FORBIDDEN'])
    await update({ role: 'admin' })
    expect(await audits()).toBe(200)
    // what holds its owner back holds it back
    await update({ must_change_password: true })
    const answer = await door.kernel.inject({ url: '/api/audit-logs', headers: withKey(key) })
    expect(codeOf(answer)).toEqual([403, 'MUST_CHANGE_PASSWORD'])
  })

  it('dies with its owner', async () => {
    const { id, password: secret } = await door.addUser(token, 'bob', 'admin')
    const his = caller(door, withCookie(await door.enter('bob', secret)))
    const { key } = (await his('POST', 'api-keys', { name: 'x' })).json().data
    const held = await holdOpen(door, withKey(key))
    const removed = await door.kernel.inject({ method: 'DELETE', url: `/api/users/${id}`, headers: withCookie(token) })
    expect(removed.statusCode).toBe(200)
    expect(await held.closed).toBe(4001)
    expect(await statusOf(key)).toBe(401)
  })

  it('outlives a sign-out and a change of password', async () => {
    const { key } = await make()
    await caller(door, { ...withKey(key) })('POST', 'logout')
    await call('POST', 'logout')
    expect(await statusOf(key)).toBe(200)
  })

  it('expires, with what it holds open, and stays in the list', async () => {
    const { key, id } = await make({ name: 'short', expires_in_days: 1 })
    const held = await holdOpen(door, withKey(key))
    door.kernel.clock.set(start + day - 1000)
    expect([await statusOf(key), held.isOpen()]).toEqual([200, true])
    await door.kernel.clock.advance(1000)
    expect(await held.closed).toBe(4001)
    expect(await statusOf(key)).toBe(401)
    const later = withCookie(await door.enter('ann', password))
    const listed = (await caller(door, later)('GET', 'api-keys')).json().data
    expect(listed).toEqual([expect.objectContaining({ id, expires_at: '2026-02-01T12:00:00Z' })])
  })

  it('notes its use at most once a minute', async () => {
    const { key } = await make()
    const used = async () => (await list())[0].last_used_at
    expect(await statusOf(key)).toBe(200)
    expect(await used()).toBe('2026-01-31T12:00:00Z')
    await door.kernel.clock.advance(59_000)
    await statusOf(key)
    expect(await used()).toBe('2026-01-31T12:00:00Z')
    await door.kernel.clock.advance(1000)
    await statusOf(key)
    expect(await used()).toBe('2026-01-31T12:01:00Z')
  })

  it('is neither on disk nor in the log', async () => {
    const { key, key_prefix: prefix } = await make()
    await statusOf(key)
    await statusOf(`${key}x`)
    door.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = traces(door.kernel)
    expect(everything).toContain(prefix)
    expect(everything).not.toContain(key.slice(4))
  })
})

describe('DELETE /api/auth/api-keys/{id}', () => {
  it('ends the key and what it holds open, and nothing else', async () => {
    const [first, second] = [await make(), await make({ name: 'other' })]
    const [hers, others] = [await holdOpen(door, withKey(first.key)), await holdOpen(door, withKey(second.key))]
    door.revoked.length = 0
    const answer = await call('DELETE', `api-keys/${first.id}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: 'ok' }])
    expect(await hers.closed).toBe(4001)
    expect([await statusOf(first.key), await statusOf(second.key), others.isOpen()]).toEqual([401, 200, true])
    expect(door.revoked).toEqual([{ userId: expect.any(String), credentialId: first.id }])
    const [actor, action, detail] = door.audits().at(-1) as string[]
    expect([actor, action]).toEqual(['ann', 'api_key.delete'])
    expect(JSON.parse(detail ?? '')).toEqual({ id: first.id, name: 'script', key_prefix: first.key_prefix })
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([second.id])
    expect(codeOf(await call('DELETE', `api-keys/${first.id}`))).toEqual([404, 'NOT_FOUND'])
  })

  it('knows no key of somebody else', async () => {
    const { id, key } = await make()
    const bob = await door.addUser(token, 'bob', 'admin')
    const his = caller(door, withCookie(await door.enter('bob', bob.password)))
    expect(codeOf(await his('DELETE', `api-keys/${id}`))).toEqual([404, 'NOT_FOUND'])
    expect((await his('GET', 'api-keys')).json()).toEqual({ data: [] })
    expect(await statusOf(key)).toBe(200)
  })

  it('may be called with the key itself', async () => {
    const { id, key } = await make()
    expect((await caller(door, withKey(key))('DELETE', `api-keys/${id}`)).statusCode).toBe(200)
    expect(await statusOf(key)).toBe(401)
  })
})
