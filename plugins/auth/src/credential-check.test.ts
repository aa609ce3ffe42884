import { type IncomingMessage, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { phones } from '../test/phones.ts'
import { addSecondFactor, authenticatorOf, caller } from '../test/second-factor.ts'
import { openWorld, type World, withCookie } from '../test/world.ts'

type Headers = Record<string, string>
type Method = 'POST' | 'PUT' | 'DELETE'

let world: World
let token: string
let password: string
let phoneLives: boolean
beforeEach(async () => {
  phoneLives = true
  world = await openWorld({ plugins: [phones({ isValid: () => phoneLives, revokeAll: () => undefined })] })
  const onboarded = await world.onboard()
  token = onboarded.token
  password = onboarded.password
})
afterEach(() => world.close())

const chosen = 'correct horse battery'
const send = (method: Method, url: string, headers: Headers, payload?: object) =>
  world.kernel.inject({ method, url, headers, ...(payload && { payload }) })
const me = async (headers: Headers) => (await world.kernel.inject({ url: '/api/auth/me', headers })).json().data
const countUsers = () => world.kernel.database.prepare('SELECT count(*) FROM auth_users').pluck().get() as number

/**
 * Fills the queue in which the passwords of a user are hashed, with requests that change nothing. Resolves when the first
 * hash is done, while requests that the user sent since are still waiting.
 */
const busy = (url: string, headers: Headers, payload: object) =>
  Promise.race(Array.from({ length: 8 }, () => send('POST', url, headers, payload)))

/** A second credential of the admin, and how it is revoked. */
const credentials = {
  async 'a session'() {
    const headers = withCookie(await world.signIn('admin', password, '192.0.2.5'))
    const list = (await world.kernel.inject({ url: '/api/auth/sessions', headers: withCookie(token) })).json().data
    const { id } = list.find(({ ip }: { ip: string }) => ip === '192.0.2.5')
    return { headers, revoke: () => send('DELETE', `/api/auth/sessions/${id}`, withCookie(token)) }
  },
  async 'an API key'() {
    const { key, id } = (await caller(world, withCookie(token))('POST', 'api-keys', { name: 'k' })).json().data
    const headers: Headers = { 'x-api-key': key }
    return { headers, revoke: () => send('DELETE', `/api/auth/api-keys/${id}`, withCookie(token)) }
  },
  async 'what another plugin issued'() {
    const { user_id: id } = await me(withCookie(token))
    const headers: Headers = { authorization: `Bearer phone of ${id}` }
    const revoke = async () => {
      phoneLives = false
      return { statusCode: 200 }
    }
    return { headers, revoke }
  },
}

describe('a credential that is revoked while its requests wait for a password hash', () => {
  it.each(Object.keys(credentials) as (keyof typeof credentials)[])('creates no account any more: %s', async (kind) => {
    const { headers, revoke } = await credentials[kind]()
    let revoked = false
    const late: number[] = []
    const all = Array.from({ length: 12 }, async (_, i) => {
      const { statusCode } = await send('POST', '/api/users', headers, { username: `evil${i}`, password: chosen })
      if (revoked) late.push(statusCode)
    })
    // by then each of them is authenticated, and most are waiting
    await Promise.race(all)
    expect((await revoke()).statusCode).toBe(200)
    revoked = true
    const before = countUsers()
    await Promise.all(all)
    expect(countUsers()).toBe(before)
    expect(late.length).toBeGreaterThan(4)
    // a response may arrive after a later commit
    expect(late.filter((status) => status !== 401).length).toBeLessThanOrEqual(1)
  })

  it.each([
    ['POST', '/api/users', { username: 'eve', password: chosen, role: 'admin' }],
    ['PUT', '/api/users/ANN', { password: chosen }],
    ['PUT', '/api/auth/password', { old_password: 'OWN', new_password: chosen }],
    ['POST', '/api/auth/2fa/disable', { password: 'OWN' }],
    ['POST', '/api/auth/2fa/recovery-codes', { password: 'OWN' }],
  ] as const)('does nothing any more: %s %s', async (method, url, payload) => {
    const ann = await world.addUser(token, 'ann')
    const { recoveryCodes } = await addSecondFactor(world, token)
    const body = JSON.parse(JSON.stringify(payload).replace('OWN', password))
    const before = world.audits()
    const working = busy('/api/users', withCookie(token), { username: 'ann', password: chosen })
    const act = send(method, url.replace('ANN', ann.id), withCookie(token), body)
    await working
    expect((await send('POST', '/api/auth/logout', withCookie(token))).statusCode).toBe(200)
    expect((await act).statusCode).toBe(401)
    const acts = world.audits().slice(before.length) as string[][]
    expect(acts.map(([, action]) => action)).toEqual(['logout'])
    // password, second factor and recovery codes are unchanged
    const entered = await world.login({ username: 'admin', password, totp_code: recoveryCodes[0] })
    expect(entered.statusCode).toBe(200)
    expect((await world.login({ username: 'ann', password: ann.password })).statusCode).toBe(200)
  })

  it('cannot set the first password', async () => {
    await send('POST', '/api/users', withCookie(token), { username: 'ann', password, must_change_password: true })
    const theirs = withCookie(await world.signIn('ann', password))
    const working = busy('/api/auth/onboarding', theirs, { new_password: password })
    const act = send('POST', '/api/auth/onboarding', theirs, { new_password: chosen })
    await working
    expect((await send('POST', '/api/auth/logout', theirs)).statusCode).toBe(200)
    expect((await act).statusCode).toBe(401)
    expect((await world.login({ username: 'ann', password })).statusCode).toBe(200)
  })
})

describe('a credential that is revoked while the body of its request arrives', () => {
  /** Sends the body only after the request was authenticated and the credential revoked; resolves to the status. */
  async function slowly(path: string, body: object) {
    const headers = { ...withCookie(token), 'content-type': 'application/json', expect: '100-continue' }
    const act = request(new URL(path, await world.kernel.listen()), { method: 'POST', headers })
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      act.once('response', resolve).once('error', reject),
    )
    const continued = new Promise((resolve) => act.once('continue', resolve))
    act.flushHeaders()
    await continued
    // later requests are authenticated later
    await me(withCookie(token))
    expect((await send('POST', '/api/auth/logout', withCookie(token))).statusCode).toBe(200)
    act.end(JSON.stringify(body))
    const response = await answered
    response.resume()
    return response.statusCode
  }

  it('cannot create an API key', async () => {
    expect(await slowly('/api/auth/api-keys', { name: 'k' })).toBe(401)
    expect(world.kernel.database.prepare('SELECT count(*) FROM auth_api_keys').pluck().get()).toBe(0)
  })

  it('cannot enable a second factor', async () => {
    const { secret } = (await caller(world, withCookie(token))('POST', '2fa/setup')).json().data
    expect(await slowly('/api/auth/2fa/enable', { code: authenticatorOf(world, secret).code() })).toBe(401)
    expect((await world.login({ username: 'admin', password })).statusCode).toBe(200)
  })
})
