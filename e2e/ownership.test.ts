import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { onboard } from './harness/enrol.ts'
import { makePhone } from './harness/phone.ts'
import { addMember, type Session, signIn } from './harness/session.ts'
import { admin, server, withServer } from './harness/with-server.ts'

withServer()

const password = 'correct horse battery staple'

/** An admin with one of everything that is only their own. */
async function somebody() {
  const username = `u-${randomUUID().slice(0, 8)}`
  const { id } = await admin.send<{ id: string }>('POST', '/api/users', { username, password, role: 'admin' })
  const session = await signIn(server.url, username, password)
  const key = await session.send<{ id: string }>('POST', '/api/auth/api-keys', { name: 'script' })
  const [{ id: sessionId } = { id: '' }] = await session.get<{ id: string }[]>('/api/auth/sessions')
  const phone = makePhone(server.url)
  const tokens = await phone.login(username, password)
  return { id, username, session, keyId: key.id, sessionId, phone, tokens }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

let ann: Somebody
let bob: Somebody

beforeAll(async () => {
  ann = await somebody()
  bob = await somebody()
})

describe('what is another user’s cannot be reached', () => {
  const expectStatus = async (method: string, path: string, status: number, body?: unknown) =>
    expect((await bob.session.call(method, path, body)).status, `${method} ${path}`).toBe(status)

  it('in paths, even by an admin', async () => {
    await expectStatus('DELETE', `/api/auth/api-keys/${ann.keyId}`, 404)
    await expectStatus('DELETE', `/api/auth/sessions/${ann.sessionId}`, 404)
    await expectStatus('DELETE', `/api/mobile/auth/devices/${ann.tokens.mobile_session_id}`, 403)
    await expectStatus('DELETE', `/api/auth/oauth/accounts/${randomUUID()}`, 404)
    expect(await ann.session.get<unknown[]>('/api/auth/api-keys')).toHaveLength(1)
    expect(await ann.session.get<unknown[]>('/api/mobile/auth/devices')).toHaveLength(1)
    expect((await ann.session.call('GET', '/api/auth/me')).status).toBe(200)
  })

  it('in lists', async () => {
    for (const path of ['/api/auth/api-keys', '/api/auth/sessions', '/api/mobile/auth/devices']) {
      const text = JSON.stringify(await bob.session.get(path))
      for (const id of [ann.keyId, ann.sessionId, ann.tokens.mobile_session_id]) expect(text).not.toContain(id)
    }
  })

  it('in bodies: a phone cannot be recovered for somebody else', async () => {
    const { access_token, refresh_token, revocation_token, mobile_session_id } = ann.tokens
    const captured = { access_token, refresh_token, revocation_token, installation_id: ann.phone.installation_id }
    const asBob = { username: bob.username, password, ...captured }
    const recover = async (body: object) => (await bob.phone.post('/auth/recover', body)).status
    expect(await recover({ ...asBob, expected_user_id: ann.id })).toBe(403)
    expect(await recover({ ...asBob, expected_user_id: bob.id, expected_session_id: mobile_session_id })).not.toBe(200)
    const { code } = await bob.session.send<{ code: string }>('POST', '/api/mobile/pair')
    expect(await recover({ ...captured, pairing_code: code, expected_user_id: ann.id })).toBe(403)
    expect((await ann.phone.me(access_token)).status).toBe(200)
  })

  it('in bodies: no refresh and no revocation from another installation', async () => {
    const { refresh_token, revocation_token, access_token } = ann.tokens
    const { installation_id } = bob.phone
    expect((await bob.phone.post('/auth/refresh', { refresh_token, installation_id })).status).toBe(401)
    expect((await bob.phone.post('/auth/revoke', { revocation_token, installation_id })).status).toBe(401)
    expect((await bob.phone.post('/auth/revoke', { refresh_token, installation_id })).status).toBe(401)
    expect((await ann.phone.me(access_token)).status).toBe(200)
  })
})

describe('a hidden server does not exist for members', () => {
  let member: Session
  let hidden: string

  beforeAll(async () => {
    hidden = (await onboard(admin, 'hidden-host')).server_id
    await admin.send('PUT', `/api/servers/${hidden}`, { hidden: true })
    member = await addMember(server.url, admin, 'mel')
  })

  it('in paths: the response is that of an unknown id', async () => {
    const range = 'from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z'
    const seen = async (id: string, part: string) => {
      const { status, text } = await member.call('GET', `/api/servers/${id}${part}`)
      return { status, text }
    }
    for (const part of ['', '/tags', '/agent-authority', `/records?${range}`]) {
      expect(await seen(hidden, part), part).toEqual(await seen(randomUUID(), part))
    }
  })

  it('in lists and queries', async () => {
    expect(JSON.stringify(await member.get('/api/servers'))).not.toContain(hidden)
    const events = await member.call('GET', `/api/agent-authority/events?server_id=${hidden}&limit=10`)
    expect(events.text).not.toContain('hidden-host')
  })
})
