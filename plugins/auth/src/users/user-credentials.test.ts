import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Door, openDoor, withCookie } from '../../test/door.ts'
import { holdOpen, probe } from '../../test/on-the-host.ts'
import { phones } from '../../test/phones.ts'
import { users } from '../contract.ts'

let door: Door
let token: string
let ann: { id: string; password: string }
/** what the issuer was told, newest last */
let told: unknown[]
let outOfOrder: boolean

const noting = phones({
  isValid: (id) => id.startsWith('phone of '),
  revokeAll: (...values) => {
    told.push(values)
    if (outOfOrder) throw new Error('no room on the disk')
  },
})

beforeEach(async () => {
  told = []
  outOfOrder = false
  door = await openDoor({ plugins: [noting, probe] })
  token = (await door.settle()).token
  ann = await door.addUser(token, 'ann')
  told.length = 0
})
afterEach(() => door.close())

const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const phoneOf = (id: string) => bearer(`phone of ${id}`)
const change = (id: string, payload: object) =>
  door.kernel.inject({ method: 'PUT', url: `/api/users/${id}`, headers: withCookie(token), payload })
const remove = (id: string) =>
  door.kernel.inject({ method: 'DELETE', url: `/api/users/${id}`, headers: withCookie(token) })
const status = async (headers: Record<string, string>, url = '/api/users') =>
  (await door.kernel.inject({ url, headers })).statusCode

const makeKey = async (session: Record<string, string>, payload: object = { name: 'script' }) => {
  const made = await door.kernel.inject({ method: 'POST', url: '/api/auth/api-keys', headers: session, payload })
  return { 'x-api-key': made.json().data.key as string }
}

/** A session, an API key and what another plugin issued to ann, who is a member. */
async function everyKind(): Promise<Record<string, string>[]> {
  const session = bearer(await door.enter('ann', ann.password))
  await change(ann.id, { role: 'admin' })
  const key = await makeKey(session)
  await change(ann.id, { role: 'member' })
  return [session, key, phoneOf(ann.id)]
}

const hold = (headers: Record<string, string>) => holdOpen(door, headers)

describe('a change of role', () => {
  it('counts at once for whatever credential, and ends none', async () => {
    const credentials = await everyKind()
    const seen = () => Promise.all(credentials.map((headers) => status(headers)))
    expect(await seen()).toEqual([403, 403, 403])
    await change(ann.id, { role: 'admin' })
    expect(await seen()).toEqual([200, 200, 200])
    await change(ann.id, { role: 'member' })
    expect(await seen()).toEqual([403, 403, 403])
    expect(told).toEqual([])
  })

  it('closes the sockets of all of them, the own ones of who does it included', async () => {
    await change(ann.id, { role: 'admin' })
    const own = door.kernel.database
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
    { password: 'correct horse battery' },
    { password: 'correct horse battery', role: 'admin' },
    { must_change_password: true },
    { must_change_password: true, role: 'admin' },
  ])('reaches what other plugins issued: %j', async (payload) => {
    const credentials = await everyKind()
    const sockets = await Promise.all(credentials.map(hold))
    const stamp = door.kernel.service(users).securityStamp(ann.id)
    await change(ann.id, payload)
    expect(told).toEqual([[ann.id, 2, undefined]])
    expect(door.kernel.service(users).get(ann.id)?.credentialsVersion).toBe(2)
    expect(door.kernel.service(users).securityStamp(ann.id)).not.toBe(stamp)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4001, 4001, 4001])
    // the issuer of the phones only notes what it is told
    expect(await Promise.all(credentials.map((headers) => status(headers, '/api/auth/me')))).toEqual([401, 200, 200])
  })

  it('that another plugin cannot follow changes nothing', async () => {
    outOfOrder = true
    const session = await door.enter('ann', ann.password)
    const before = door.audits()
    door.revoked.length = 0
    const answers = [await change(ann.id, { password: 'correct horse battery' }), await remove(ann.id)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500])
    expect(answers.map(({ body }) => body.includes('disk'))).toEqual([false, false])
    expect([door.audits(), door.revoked]).toEqual([before, []])
    expect(await status(bearer(session), '/api/auth/me')).toBe(200)
    expect((await door.login({ username: 'ann', password: ann.password })).statusCode).toBe(200)
  })
})

describe('a deletion', () => {
  it('ends every credential and closes its sockets', async () => {
    const credentials = await everyKind()
    const sockets = await Promise.all(credentials.map(hold))
    expect((await remove(ann.id)).statusCode).toBe(200)
    expect(told).toEqual([[ann.id, 2, undefined]])
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4001, 4001, 4001])
    expect(await Promise.all(credentials.map((headers) => status(headers, '/api/auth/me')))).toEqual([401, 401, 401])
    expect(door.kernel.service(users).securityStamp(ann.id)).toBeUndefined()
  })
})

describe('a credential that runs out', () => {
  it('loses what it holds open: a session at the next look of SessionCleaner, a key at its end', async () => {
    const session = bearer(await door.enter('ann', ann.password))
    await change(ann.id, { role: 'admin' })
    const key = await makeKey(session, { name: 'script', expires_in_days: 1 })
    const sockets = [await hold(session), await hold(key)]
    let closed = 0
    for (const socket of sockets) void socket.closed.then(() => (closed += 1))
    await door.kernel.clock.advance(86_400_000 - 60_000)
    expect(closed).toBe(0)
    await door.kernel.clock.advance(2 * 60_000)
    expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([4001, 4001])
  })
})
