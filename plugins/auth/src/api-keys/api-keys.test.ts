import { describe, expect, it } from 'vitest'
import { openSocket, probe } from '../../test/host-command.ts'
import { authenticatorOf, caller } from '../../test/second-factor.ts'
import { call, password, token, withAnn, world } from '../../test/with-ann.ts'
import { start, storedText, withCookie } from '../../test/world.ts'

withAnn({ plugins: [probe] })

const day = 86_400_000
const withKey = (key: string) => ({ 'x-api-key': key })
const create = (payload: object) => call('POST', 'api-keys', payload)
const make = async (payload: object = { name: 'script' }) => (await create(payload)).json().data
const list = async () => (await call('GET', 'api-keys')).json().data
const me = (headers: Record<string, string>) => caller(world, headers)('GET', 'me')
const statusOf = async (key: string) => (await me(withKey(key))).statusCode
const codeOf = (response: Awaited<ReturnType<typeof call>>) => [response.statusCode, response.json().error.code]

describe('POST /api/auth/api-keys', () => {
  it('returns the full key once', async () => {
    const response = await create({ name: '  nightly script ' })
    expect(response.statusCode).toBe(200)
    const { key, ...rest } = response.json().data
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
    const [actor, action, detail] = world.audits().at(-1) as string[]
    expect([actor, action]).toEqual(['ann', 'api_key.create'])
    expect(JSON.parse(detail ?? '')).toEqual({ id: rest.id, name: 'nightly script', key_prefix: rest.key_prefix })
  })

  it.each([
    [{ expires_in_days: 1 }, '2026-02-01T12:00:00Z'],
    [{ expires_in_days: 3650 }, '2036-01-29T12:00:00Z'],
    [{ expires_in_days: null }, null],
  ])('accepts %j', async (expiry, end) =>
    expect(await make({ name: 'x', ...expiry })).toMatchObject({ expires_at: end }),
  )

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
    [{ name: 'x', expires_in_days: 0 }, 'expires_in_days'],
    [{ name: 'x', expires_in_days: -1 }, 'expires_in_days'],
    [{ name: 'x', expires_in_days: 3651 }, 'expires_in_days'],
    [{ name: 'x', expires_in_days: 1.5 }, 'expires_in_days'],
    [{ name: 'x', expires_in_days: '7' }, 'expires_in_days'],
  ])('rejects %j', async (payload, field) => {
    const response = await create(payload)
    expect(response.statusCode).toBe(422)
    expect(response.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
    expect(await list()).toEqual([])
    expect(world.audits().at(-1)).toEqual(['ann', 'onboarding', '127.0.0.1'])
  })

  it('accepts similar names and names of 64 characters', async () => {
    for (const name of ['same', 'same', '😀'.repeat(64)]) expect((await create({ name })).statusCode).toBe(200)
  })

  it('limits keys to a hundred per account', async () => {
    const { user_id: id } = (await call('GET', 'me')).json().data
    const insert = world.kernel.database.prepare(
      "INSERT INTO auth_api_keys VALUES (@key, @id, 'x', 'x', @key, 0, NULL, NULL)",
    )
    for (let n = 1; n < 100; n += 1) insert.run({ key: `k${n}`, id })
    const responses = await Promise.all([create({ name: 'last' }), create({ name: 'too many' })])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 400])
    expect(responses[1]?.json().error.message).toContain('at most 100 API keys')
    expect((await call('DELETE', 'api-keys/k1')).statusCode).toBe(200)
    expect((await create({ name: 'again' })).statusCode).toBe(200)
  })

  it('requires an admin', async () => {
    const bob = await world.addUser(token, 'bob')
    const his = caller(world, withCookie(await world.signIn('bob', bob.password)))
    expect(codeOf(await his('POST', 'api-keys', { name: 'x' }))).toEqual([403, 'FORBIDDEN'])
    expect((await his('GET', 'api-keys')).json()).toEqual({ data: [] })
    for (const method of ['GET', 'POST'] as const) {
      expect(codeOf(await caller(world, {})(method, 'api-keys', method === 'GET' ? undefined : { name: 'x' }))).toEqual(
        [401, 'UNAUTHORIZED'],
      )
    }
  })
})

describe('an API key', () => {
  it('authenticates as its owner, after the cookie and before the bearer token', async () => {
    const { key } = await make()
    const bob = await world.addUser(token, 'bob')
    const his = await world.signIn('bob', bob.password)
    const nameOf = async (headers: Record<string, string>) => (await me(headers)).json().data?.username
    expect(await nameOf(withKey(key))).toBe('ann')
    expect(await nameOf({ ...withKey(key), ...withCookie(his) })).toBe('bob')
    expect(await nameOf({ ...withKey(key), authorization: `Bearer ${his}` })).toBe('ann')
    expect(await nameOf({ ...withKey('svc_nonsense'), authorization: `Bearer ${his}` })).toBe('bob')
    expect(await nameOf({ ...withKey(key), ...withCookie('stale') })).toBe('ann')
  })

  it('needs no Origin header', async () => {
    const { key, id } = await make()
    const headers = { ...withKey(key), origin: 'https://elsewhere.example' }
    expect((await caller(world, headers)('DELETE', `api-keys/${id}`)).statusCode).toBe(200)
  })

  it('creates keys and changes the second factor and the first password of its owner', async () => {
    const { key } = await make()
    const call = caller(world, withKey(key))
    expect((await call('POST', 'api-keys', { name: 'by key' })).statusCode).toBe(200)
    const { secret } = (await call('POST', '2fa/setup')).json().data
    const { code } = authenticatorOf(world, secret)
    expect((await call('POST', '2fa/enable', { code: code() })).statusCode).toBe(200)
    const renewed = await call('POST', '2fa/recovery-codes', { password })
    expect(renewed.json().data.recovery_codes).toHaveLength(10)
    expect((await call('POST', '2fa/disable', { password })).statusCode).toBe(200)
    world.kernel.database.prepare('UPDATE auth_users SET must_change_password = 1').run()
    expect((await call('POST', 'onboarding', { new_password: 'another password' })).statusCode).toBe(200)
    expect(await statusOf(key)).toBe(200)
  })

  it('is accepted only as the exact value of its header', async () => {
    const { key, id, key_prefix: prefix } = await make()
    const changed = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
    for (const wrong of ['', 'svc_', `svc_${prefix}`, id, changed, key.slice(4), `${key}x`, ` ${key} x`]) {
      expect(await statusOf(wrong)).toBe(401)
    }
    expect(await statusOf(key.toUpperCase())).toBe(401)
    expect(await statusOf(`svc_${'x'.repeat(8000)}`)).toBe(401)
    expect((await me({ authorization: `Bearer ${key}` })).statusCode).toBe(401)
    expect((await me(withCookie(key))).statusCode).toBe(401)
    expect((await world.kernel.inject(`/api/auth/me?api_key=${key}`)).statusCode).toBe(401)
    expect(await statusOf(key)).toBe(200)
  })

  it('has the current role of its owner', async () => {
    const { id, password: secret } = await world.addUser(token, 'bob', 'admin')
    const his = caller(world, withCookie(await world.signIn('bob', secret)))
    const { key } = (await his('POST', 'api-keys', { name: 'x' })).json().data
    const audits = async () => (await world.kernel.inject({ url: '/api/audit-logs', headers: withKey(key) })).statusCode
    const update = (payload: object) =>
      world.kernel.inject({ method: 'PUT', url: `/api/users/${id}`, headers: withCookie(token), payload })
    expect(await audits()).toBe(200)
    const held = await openSocket(world, withKey(key))
    expect((await update({ role: 'member' })).statusCode).toBe(200)
    expect(await held.closed).toBe(4001)
    expect([await audits(), await statusOf(key)]).toEqual([403, 200])
    expect(codeOf(await caller(world, withKey(key))('POST', 'api-keys', { name: 'more' }))).toEqual([403, 'FORBIDDEN'])
    await update({ role: 'admin' })
    expect(await audits()).toBe(200)
    // restrictions of its owner apply to it
    await update({ must_change_password: true })
    const response = await world.kernel.inject({ url: '/api/audit-logs', headers: withKey(key) })
    expect(codeOf(response)).toEqual([403, 'MUST_CHANGE_PASSWORD'])
  })

  it('is deleted with its owner', async () => {
    const { id, password: secret } = await world.addUser(token, 'bob', 'admin')
    const his = caller(world, withCookie(await world.signIn('bob', secret)))
    const { key } = (await his('POST', 'api-keys', { name: 'x' })).json().data
    const held = await openSocket(world, withKey(key))
    const removed = await world.kernel.inject({ method: 'DELETE', url: `/api/users/${id}`, headers: withCookie(token) })
    expect(removed.statusCode).toBe(200)
    expect(await held.closed).toBe(4001)
    expect(await statusOf(key)).toBe(401)
  })

  it('survives sign-out and password change', async () => {
    const { key } = await make()
    await caller(world, { ...withKey(key) })('POST', 'logout')
    await call('POST', 'logout')
    expect(await statusOf(key)).toBe(200)
  })

  it('expires, closing its sockets, and stays in the list', async () => {
    const { key, id } = await make({ name: 'short', expires_in_days: 1 })
    const held = await openSocket(world, withKey(key))
    world.kernel.clock.set(start + day - 1000)
    expect([await statusOf(key), held.isOpen()]).toEqual([200, true])
    await world.kernel.clock.advance(1000)
    expect(await held.closed).toBe(4001)
    expect(await statusOf(key)).toBe(401)
    const later = withCookie(await world.signIn('ann', password))
    const listed = (await caller(world, later)('GET', 'api-keys')).json().data
    expect(listed).toEqual([expect.objectContaining({ id, expires_at: '2026-02-01T12:00:00Z' })])
  })

  it('stores its last use at most once a minute', async () => {
    const { key } = await make()
    const used = async () => (await list())[0].last_used_at
    expect(await statusOf(key)).toBe(200)
    expect(await used()).toBe('2026-01-31T12:00:00Z')
    await world.kernel.clock.advance(59_000)
    await statusOf(key)
    expect(await used()).toBe('2026-01-31T12:00:00Z')
    await world.kernel.clock.advance(1000)
    await statusOf(key)
    expect(await used()).toBe('2026-01-31T12:01:00Z')
  })

  it('is neither on disk nor in the log', async () => {
    const { key, key_prefix: prefix } = await make()
    await statusOf(key)
    await statusOf(`${key}x`)
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = storedText(world.kernel)
    expect(everything).toContain(prefix)
    expect(everything).not.toContain(key.slice(4))
  })
})

describe('DELETE /api/auth/api-keys/{id}', () => {
  it('revokes the key and closes its sockets, and nothing else', async () => {
    const [first, second] = [await make(), await make({ name: 'other' })]
    const [hers, others] = [await openSocket(world, withKey(first.key)), await openSocket(world, withKey(second.key))]
    world.revoked.length = 0
    const response = await call('DELETE', `api-keys/${first.id}`)
    expect([response.statusCode, response.json()]).toEqual([200, { data: 'ok' }])
    expect(await hers.closed).toBe(4001)
    expect([await statusOf(first.key), await statusOf(second.key), others.isOpen()]).toEqual([401, 200, true])
    expect(world.revoked).toEqual([{ userId: expect.any(String), credentialId: first.id }])
    const [actor, action, detail] = world.audits().at(-1) as string[]
    expect([actor, action]).toEqual(['ann', 'api_key.delete'])
    expect(JSON.parse(detail ?? '')).toEqual({ id: first.id, name: 'script', key_prefix: first.key_prefix })
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([second.id])
    expect(codeOf(await call('DELETE', `api-keys/${first.id}`))).toEqual([404, 'NOT_FOUND'])
  })

  it('does not find keys of other users', async () => {
    const { id, key } = await make()
    const bob = await world.addUser(token, 'bob', 'admin')
    const his = caller(world, withCookie(await world.signIn('bob', bob.password)))
    expect(codeOf(await his('DELETE', `api-keys/${id}`))).toEqual([404, 'NOT_FOUND'])
    expect((await his('GET', 'api-keys')).json()).toEqual({ data: [] })
    expect(await statusOf(key)).toBe(200)
  })

  it('can be called with the key itself', async () => {
    const { id, key } = await make()
    expect((await caller(world, withKey(key))('DELETE', `api-keys/${id}`)).statusCode).toBe(200)
    expect(await statusOf(key)).toBe(401)
  })
})
