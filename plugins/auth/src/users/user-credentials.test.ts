import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSocket, probe } from '../../test/host-command.ts'
import { phones } from '../../test/phones.ts'
import { openWorld, type World, withCookie } from '../../test/world.ts'
import { users } from '../contract.ts'

let world: World
let token: string
let ann: { id: string; password: string }
/** calls of `revokeAll`, oldest first */
let revokeCalls: unknown[]
let outOfOrder: boolean

const noting = phones({
  isValid: (id) => id.startsWith('phone of '),
  revokeAll: (...values) => {
    revokeCalls.push(values)
    if (outOfOrder) throw new Error('no room on the disk')
  },
})

beforeEach(async () => {
  revokeCalls = []
  outOfOrder = false
  world = await openWorld({ plugins: [noting, probe] })
  token = (await world.onboard()).token
  ann = await world.addUser(token, 'ann')
  revokeCalls.length = 0
})
afterEach(() => world.close())

const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const phoneOf = (id: string) => bearer(`phone of ${id}`)
const change = (id: string, payload: object) =>
  world.kernel.inject({ method: 'PUT', url: `/api/users/${id}`, headers: withCookie(token), payload })
const remove = (id: string) =>
  world.kernel.inject({ method: 'DELETE', url: `/api/users/${id}`, headers: withCookie(token) })
const status = async (headers: Record<string, string>, url = '/api/users') =>
  (await world.kernel.inject({ url, headers })).statusCode

const makeKey = async (session: Record<string, string>, payload: object = { name: 'script' }) => {
  const made = await world.kernel.inject({ method: 'POST', url: '/api/auth/api-keys', headers: session, payload })
  return { 'x-api-key': made.json().data.key as string }
}

/** A session, an API key and a credential of another plugin, for the member ann. */
async function everyKind(): Promise<Record<string, string>[]> {
  const session = bearer(await world.signIn('ann', ann.password))
  await change(ann.id, { role: 'admin' })
  const key = await makeKey(session)
  await change(ann.id, { role: 'member' })
  return [session, key, phoneOf(ann.id)]
}

const hold = (headers: Record<string, string>) => openSocket(world, headers)

describe('a role change', () => {
  it('applies immediately to every credential, and revokes none', async () => {
    const credentials = await everyKind()
    const seen = () => Promise.all(credentials.map((headers) => status(headers)))
    expect(await seen()).toEqual([403, 403, 403])
    await change(ann.id, { role: 'admin' })
    expect(await seen()).toEqual([200, 200, 200])
    await change(ann.id, { role: 'member' })
    expect(await seen()).toEqual([403, 403, 403])
    expect(revokeCalls).toEqual([])
  })

  it('closes all sockets of the user, also those of the acting admin', async () => {
    await change(ann.id, { role: 'admin' })
    const own = world.kernel.database
      .prepare("SELECT id FROM auth_users WHERE username = 'admin'")
      .pluck()
      .get() as string
    const sockets = [await hold(bearer(token)), await hold(phoneOf(own))]
    expect((await change(own, { role: 'member' })).statusCode).toBe(200)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4001, 4001])
    expect(await status(bearer(token), '/api/auth/me')).toBe(200)
  })
})

describe('a reset', () => {
  it.each([
    { password: 'correct horse battery', revoke_api_keys: false },
    { password: 'correct horse battery', role: 'admin', revoke_api_keys: false },
    { must_change_password: true },
    { must_change_password: true, role: 'admin' },
  ])('revokes credentials of other plugins: %j', async (payload) => {
    const credentials = await everyKind()
    const sockets = await Promise.all(credentials.map(hold))
    const stamp = world.kernel.service(users).securityStamp(ann.id)
    await change(ann.id, payload)
    expect(revokeCalls).toEqual([[ann.id, 2, undefined]])
    expect(world.kernel.service(users).get(ann.id)?.credentialsVersion).toBe(2)
    expect(world.kernel.service(users).securityStamp(ann.id)).not.toBe(stamp)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4001, 4001, 4001])
    // the issuer of the phones only records calls
    expect(await Promise.all(credentials.map((headers) => status(headers, '/api/auth/me')))).toEqual([401, 200, 200])
  })

  it.each([{ password: 'correct horse battery' }, { revoke_api_keys: true }])(
    'deletes API keys: %j',
    async (payload) => {
      const [, key = {}] = await everyKind()
      const socket = await hold(key)
      expect((await change(ann.id, payload)).statusCode).toBe(200)
      expect(await socket.closed).toBe(4001)
      expect(await status(key, '/api/auth/me')).toBe(401)
      expect(world.audits()).toContainEqual([
        'admin',
        'user.update',
        expect.stringContaining('"api_keys_revoked":1'),
        '127.0.0.1',
      ])
    },
  )

  it('is rolled back if another plugin fails', async () => {
    outOfOrder = true
    const session = await world.signIn('ann', ann.password)
    const before = world.audits()
    world.revoked.length = 0
    const responses = [await change(ann.id, { password: 'correct horse battery' }), await remove(ann.id)]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([500, 500])
    expect(responses.map(({ body }) => body.includes('disk'))).toEqual([false, false])
    expect([world.audits(), world.revoked]).toEqual([before, []])
    expect(await status(bearer(session), '/api/auth/me')).toBe(200)
    expect((await world.login({ username: 'ann', password: ann.password })).statusCode).toBe(200)
  })
})

describe('a deletion', () => {
  it('revokes every credential and closes its sockets', async () => {
    const credentials = await everyKind()
    const sockets = await Promise.all(credentials.map(hold))
    expect((await remove(ann.id)).statusCode).toBe(200)
    expect(revokeCalls).toEqual([[ann.id, 2, undefined]])
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4001, 4001, 4001])
    expect(await Promise.all(credentials.map((headers) => status(headers, '/api/auth/me')))).toEqual([401, 401, 401])
    expect(world.kernel.service(users).securityStamp(ann.id)).toBeUndefined()
  })
})

describe('an expired credential', () => {
  it('loses its sockets: a session at the next SessionCleaner run, a key when it expires', async () => {
    const session = bearer(await world.signIn('ann', ann.password))
    await change(ann.id, { role: 'admin' })
    const key = await makeKey(session, { name: 'script', expires_in_days: 1 })
    const sockets = [await hold(session), await hold(key)]
    let closed = 0
    for (const socket of sockets) void socket.closed.then(() => (closed += 1))
    const { clock } = world.kernel
    clock.step(86_400_000 - 600_000)
    await clock.advance(540_000)
    expect(closed).toBe(0)
    await clock.advance(2 * 60_000)
    expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([4001, 4001])
  })
})
