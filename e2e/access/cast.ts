import { randomUUID } from 'node:crypto'
import type { State, Way } from '../harness/access.ts'
import { revise } from '../harness/database.ts'
import { ask } from '../harness/http.ts'
import type { Server } from '../harness/server.ts'
import { type Session, sessionOf, signIn } from '../harness/session.ts'

const password = 'correct horse battery staple'

type Headers = Readonly<Record<string, string>>

interface Actor {
  readonly id: string
  readonly session: Session
  /** another session, shown as a bearer token */
  readonly token: string
  readonly key: { readonly id: string; readonly key: string }
  readonly phone: { readonly id: string; readonly token: string }
}

/** Somebody with every kind of credential. Only admins make keys, so a member was an admin once. */
async function hire(server: Server, admin: Session, username: string): Promise<Actor> {
  const { id } = await admin.send<{ id: string }>('POST', '/api/users', { username, password, role: 'admin' })
  const session = await signIn(server.url, username, password)
  const [, token = ''] = (await signIn(server.url, username, password)).cookie.split('=')
  const key = await session.send<Actor['key']>('POST', '/api/auth/api-keys', { name: `${username}'s` })
  const answer = await ask(`${server.url}/api/mobile/auth/login`, {
    method: 'POST',
    body: { username, password, installation_id: randomUUID(), device_name: 'phone' },
  })
  const { access_token, mobile_session_id } = answer.data<{ access_token: string; mobile_session_id: string }>()
  return { id, session, token, key, phone: { id: mobile_session_id, token: access_token } }
}

const shown = ({ session, token, key, phone }: Actor): Record<Way, Headers> => ({
  cookie: { cookie: session.cookie },
  api_key: { 'x-api-key': key.key },
  bearer: { authorization: `Bearer ${token}` },
  mobile: { authorization: `Bearer ${phone.token}` },
})

const nothing: Record<Way, Headers> = {
  cookie: {},
  api_key: { 'x-api-key': 'svc_nobody' },
  bearer: { authorization: 'Bearer ' },
  mobile: { authorization: 'Bearer nobody' },
}

/** One caller for each state, with the headers of each way. Time and the flag are moved in the database. */
export async function assembleCast(server: Server, admin: Session): Promise<Record<State, Record<Way, Headers>>> {
  const run = randomUUID().slice(0, 8)
  const member = await hire(server, admin, `mel-${run}`)
  const chief = await hire(server, admin, `ada-${run}`)
  const expired = await hire(server, admin, `eve-${run}`)
  const flagged = await hire(server, admin, `flo-${run}`)
  const revoked = await hire(server, admin, `rex-${run}`)

  await admin.send('PUT', `/api/users/${member.id}`, { role: 'member' })
  await revoked.session.send('DELETE', `/api/mobile/auth/devices/${revoked.phone.id}`)
  await revoked.session.send('DELETE', `/api/auth/api-keys/${revoked.key.id}`)
  await sessionOf(server.url, `session_token=${revoked.token}`).send('POST', '/api/auth/logout')
  await revoked.session.send('POST', '/api/auth/logout')
  revise(server.dataDir, (db) => {
    db.prepare('UPDATE auth_sessions SET expires_at = 1 WHERE user_id = ?').run(expired.id)
    db.prepare('UPDATE auth_api_keys SET expires_at = 1 WHERE user_id = ?').run(expired.id)
    db.prepare('UPDATE mobile_sessions SET access_expires_at = 1 WHERE user_id = ?').run(expired.id)
    db.prepare('UPDATE auth_users SET must_change_password = 1 WHERE id = ?').run(flagged.id)
  })
  return {
    anonymous: nothing,
    member: shown(member),
    admin: shown(chief),
    expired: shown(expired),
    flagged: shown(flagged),
    revoked: shown(revoked),
  }
}
