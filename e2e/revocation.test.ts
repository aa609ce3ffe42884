import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from './harness/http.ts'
import { connect, type Peer } from './harness/peer.ts'
import { makePhone } from './harness/phone.ts'
import { freePort } from './harness/place.ts'
import type { Server } from './harness/server.ts'
import { untilHealthy } from './harness/server.ts'
import { adminPassword, firstSignIn, type Session, signIn } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'

const stage = makeStage()
const password = 'correct horse battery staple'
let server: Server
let admin: Session
let port: number
let directory: string

interface Credential {
  readonly headers: Record<string, string>
  readonly socket: Peer
}

/** Somebody with one of each credential, and a socket opened with each. */
async function somebody(role: 'admin' | 'member' = 'admin') {
  const username = `u-${randomUUID().slice(0, 8)}`
  const { id } = await admin.send<{ id: string }>('POST', '/api/users', { username, password, role: 'admin' })
  const own = await signIn(server.url, username, password)
  const other = await signIn(server.url, username, password)
  const key = await own.send<{ id: string; key: string }>('POST', '/api/auth/api-keys', { name: 'script' })
  const phone = makePhone(server.url)
  const tokens = await phone.login(username, password)
  if (role === 'member') await admin.send('PUT', `/api/users/${id}`, { role })
  const hold = async (headers: Record<string, string>): Promise<Credential> => {
    const socket = await connect(`${server.url.replace(/^http/, 'ws')}/api/ws/servers`, {
      origin: server.url,
      ...headers,
    })
    await socket.frame('full_sync')
    return { headers, socket }
  }
  return {
    id,
    username,
    own,
    phone,
    tokens,
    keyId: key.id,
    cookie: await hold({ cookie: own.cookie }),
    other: await hold({ cookie: other.cookie }),
    key: await hold({ 'x-api-key': key.key }),
    mobile: await hold({ authorization: `Bearer ${tokens.access_token}` }),
  }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

const status = async ({ headers }: Credential) => (await ask(`${server.url}/api/auth/me`, { headers })).status

const closed = async (...credentials: Credential[]) => {
  for (const { socket } of credentials) expect((await socket.closed).code).toBe(4001)
}

/** Its sockets are closed and it works nowhere, also not after a restart. */
const dead: Credential[] = []
async function ended(...credentials: Credential[]) {
  await closed(...credentials)
  for (const credential of credentials) expect(await status(credential)).toBe(401)
  dead.push(...credentials)
}

async function lives(...credentials: Credential[]) {
  for (const credential of credentials) expect(await status(credential)).toBe(200)
}

const turnOnSecondFactor = async ({ own }: Somebody) => {
  const { secret } = await own.send<{ secret: string }>('POST', '/api/auth/2fa/setup')
  await own.send('POST', '/api/auth/2fa/enable', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
}

beforeAll(async () => {
  directory = stage.directory()
  port = await freePort()
  server = await stage.server({ directory, port })
  admin = await firstSignIn(server)
})

describe('a revoked credential closes its sockets', () => {
  it('a password change: all sessions but the own one, and phones', async () => {
    const { own, cookie, other, mobile, key } = await somebody()
    await own.send('PUT', '/api/auth/password', { old_password: password, new_password: `${password} 2` })
    await ended(other, mobile)
    await closed(key)
    await lives(cookie, key)
    expect(cookie.socket.isOpen()).toBe(true)
  })

  it('a second factor turned on and off', async () => {
    const someone = await somebody()
    await turnOnSecondFactor(someone)
    await ended(someone.other, someone.mobile)
    expect(someone.cookie.socket.isOpen()).toBe(true)
    const another = await somebody()
    await turnOnSecondFactor(another)
    await another.own.send('POST', '/api/auth/2fa/disable', { password })
    await lives(another.cookie, another.key)
  })

  it('a role change: credentials stay valid with the new role, connections of the old role close', async () => {
    const { id, cookie, other, key, mobile } = await somebody()
    await admin.send('PUT', `/api/users/${id}`, { role: 'member' })
    await closed(cookie, other, key, mobile)
    await lives(cookie, other, key, mobile)
    for (const { headers } of [cookie, key, mobile]) {
      expect((await ask(`${server.url}/api/users`, { headers })).status).toBe(403)
    }
  })

  it('the deletion of a key', async () => {
    const { own, keyId, key, cookie } = await somebody()
    await own.send('DELETE', `/api/auth/api-keys/${keyId}`)
    await ended(key)
    expect(cookie.socket.isOpen()).toBe(true)
  })

  it('the deletion of a user', async () => {
    const { id, cookie, other, key, mobile } = await somebody()
    await admin.send('DELETE', `/api/users/${id}`)
    await ended(cookie, other, key, mobile)
  })

  it('a password set by an admin', async () => {
    const { id, cookie, other, mobile, key } = await somebody()
    await admin.send('PUT', `/api/users/${id}`, { password: 'another long password', revoke_api_keys: false })
    await ended(cookie, other, mobile)
    await lives(key)
    await admin.send('PUT', `/api/users/${id}`, { password: 'a third long password' })
    await ended(key)
  })

  it('a password reset on the host, beside the running server', async () => {
    const { username, cookie, other, mobile, key } = await somebody()
    const command = await stage.launch({ directory, port }, ['reset-password', '--username', username])
    expect(await command.exited).toMatchObject({ code: 0 })
    await ended(cookie, other, mobile, key)
  })

  it('a revoked, a replaced and a signed-out phone', async () => {
    const first = await somebody('member')
    await first.own.send('DELETE', `/api/mobile/auth/devices/${first.tokens.mobile_session_id}`)
    await ended(first.mobile)

    const second = await somebody('member')
    const { installation_id, post, refresh } = second.phone
    const { revocation_token } = second.tokens
    await refresh(second.tokens.refresh_token)
    await ended(second.mobile)
    expect((await post('/auth/revoke', { installation_id, revocation_token })).status).toBe(200)

    const third = await somebody('member')
    expect((await third.phone.post('/auth/logout', {}, third.tokens.access_token)).status).toBe(200)
    await ended(third.mobile)
    expect(third.cookie.socket.isOpen()).toBe(true)
  })

  it('stays so after a restart', async () => {
    await server.stop()
    server = await stage.launch({ directory, port })
    await untilHealthy(server)
    expect(dead.length).toBeGreaterThan(15)
    for (const credential of dead) expect(await status(credential)).toBe(401)
    await signIn(server.url, 'admin', adminPassword)
  })
})
